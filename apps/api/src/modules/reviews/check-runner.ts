import { Injectable } from '@nestjs/common';
import { DomainError, encodeId } from '@memory-hub/contracts';
import type { RequestContext } from '../../common';
import { LiveEvents, type LiveChange } from '../../infrastructure/live';
import { UnitOfWork, type TxContext } from '../../infrastructure/prisma';
import { RootLogger } from '../../infrastructure/telemetry';
import {
  AssetKinds,
  Assets,
  CHECK_NAMES,
  ProposalDesk,
  ProposalReader,
  type AssetFile,
  type AssetRow,
  type CheckFinding,
  type CheckName,
  type Proposal,
} from '../assets';
import { stateOf, worthStoring } from './domain/findings';
import { isFinished, type CheckState } from './domain/review';
import { ReviewsRepository } from './reviews.repository';

interface Due {
  readonly proposal: Proposal;
  readonly asset: AssetRow;
  readonly names: readonly CheckName[];
  readonly files: readonly AssetFile[];
  readonly published: readonly AssetFile[] | null;
}

interface Outcome {
  readonly name: CheckName;
  readonly state: CheckState;
  readonly error: string | null;
  readonly findings: readonly CheckFinding[];
}

/** Runs the checks of a proposal's newest words that have not finished yet. A finished check is never run again. */
@Injectable()
export class CheckRunner {
  constructor(
    private readonly work: UnitOfWork,
    private readonly desk: ProposalDesk,
    private readonly proposals: ProposalReader,
    private readonly assets: Assets,
    private readonly kinds: AssetKinds,
    private readonly reviews: ReviewsRepository,
    private readonly live: LiveEvents,
    private readonly log: RootLogger,
  ) {}

  /** Gives how each check ended. */
  async run(ctx: RequestContext, proposalId: string): Promise<Readonly<Record<string, string>>> {
    if ((await this.proposals.find(ctx, proposalId)) === null)
      return { skipped: 'the proposal is gone or hidden' };
    const due = await this.work.write(ctx, (tx) => this.start(tx, proposalId));
    if (due === null) return { skipped: 'nothing is due' };
    const outcomes = due.names.map((name) => this.runOne(ctx, due, name));
    try {
      await this.work.write(ctx, (tx) => this.finish(tx, due.proposal, outcomes));
    } catch (error) {
      await this.breakOff(ctx, due, error);
      throw error;
    }
    return Object.fromEntries(outcomes.map(({ name, state }) => [name, state]));
  }

  private async start(tx: TxContext, proposalId: string): Promise<Due | null> {
    const { proposal, asset } = await this.desk.hold(tx, proposalId);
    if (proposal.state !== 'in_review' && proposal.state !== 'approved') return null;
    const finished = (await this.reviews.checks(tx, [proposal.id]))
      .filter(isFinished)
      .map(({ name }) => name);
    const names = CHECK_NAMES.filter((name) => !finished.includes(name));
    if (names.length === 0) return null;
    await this.reviews.startChecks(tx, proposal, names);
    this.live.publish(tx, checkChanged(proposal));
    const files = await this.assets.files(tx, proposal.revisionId);
    const published =
      asset.publishedRevisionId === null ? null : await this.assets.files(tx, asset.publishedRevisionId);
    return { proposal, asset, names, files, published };
  }

  /** A check that breaks says so; it neither passes nor takes the others along. */
  private runOne(ctx: RequestContext, { proposal, asset, files, published }: Due, name: CheckName): Outcome {
    try {
      const findings = worthStoring(this.kinds.of(asset.kind).check(name, files, published));
      return { name, state: stateOf(findings), error: null, findings };
    } catch (error) {
      this.log.error(
        { err: error, check: name, proposalId: proposal.id, requestId: ctx.requestId },
        'a check of a proposal broke',
      );
      return { name, state: 'errored', error: reasonOf(ctx, error), findings: [] };
    }
  }

  /** Outcomes that could not be stored are told as such, so that nobody waits for checks that ended. */
  private async breakOff(ctx: RequestContext, { proposal, names }: Due, error: unknown): Promise<void> {
    const reason = reasonOf(ctx, error);
    const outcomes = names.map((name) => ({ name, state: 'errored', error: reason, findings: [] }) as const);
    await this.work.write(ctx, (tx) => this.finish(tx, proposal, outcomes));
  }

  private async finish(tx: TxContext, { id, digest }: Proposal, outcomes: readonly Outcome[]): Promise<void> {
    const { proposal } = await this.desk.hold(tx, id);
    // Other words came meanwhile; their own job is on its way.
    if (proposal.digest !== digest) return;
    for (const outcome of outcomes) await this.reviews.finishCheck(tx, proposal, outcome);
    this.live.publish(tx, checkChanged(proposal));
  }
}

/** Only our own messages are shown; foreign ones may quote content. */
function reasonOf({ requestId }: RequestContext, error: unknown): string {
  return error instanceof DomainError && error.code !== 'INTERNAL'
    ? `${error.code}: ${error.message}`
    : `The check broke inside; request ${requestId} leads to the cause in the log.`;
}

/** Told to who may read the proposal. */
export function checkChanged({ id, aclId }: Proposal): LiveChange {
  return { type: 'check.changed', id: encodeId('proposal', id), aclId };
}
