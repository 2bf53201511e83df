import { Injectable } from '@nestjs/common';
import { newId } from '@memory-hub/contracts';
import { Prisma, type TxContext } from '../../infrastructure/prisma';
import type { CheckFinding, CheckName, Proposal } from '../assets';
import type { CheckState, Decision, Finding } from './domain/review';

/** A stored check. */
export interface CheckRow {
  readonly id: string;
  readonly proposalId: string;
  readonly digest: string;
  readonly name: CheckName;
  readonly state: CheckState;
  readonly error: string | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** Decisions, checks and findings. Every read carries the access test beside row-level security. */
@Injectable()
export class ReviewsRepository {
  /** Decisions about these proposals, oldest first. */
  async decisions(ctx: TxContext, proposalIds: readonly string[]): Promise<Decision[]> {
    if (proposalIds.length === 0) return [];
    return ctx.tx.$queryRaw<Decision[]>`
      SELECT d.id, d.proposal_id AS "proposalId", d.kind, d.user_id AS "userId", d.note, d.digest, d.policy_version AS "policyVersion", d.created_at AS "createdAt"
      FROM review_decision d WHERE d.proposal_id = ANY (${[...proposalIds]}::uuid[]) AND ${readable(ctx, 'd')} ORDER BY d.id`;
  }

  async addDecision(
    ctx: TxContext,
    proposal: Proposal,
    decision: Omit<Decision, 'id' | 'proposalId' | 'createdAt'>,
  ): Promise<Decision> {
    const made: Decision = { ...decision, id: newId(), proposalId: proposal.id, createdAt: ctx.now };
    await ctx.tx.$executeRaw`
      INSERT INTO review_decision (id, org_id, space_id, acl_id, asset_id, proposal_id, kind, user_id, note, digest, policy_version, created_at)
      VALUES (${made.id}::uuid, ${ctx.orgId}::uuid, ${proposal.spaceId}::uuid, ${proposal.aclId}::uuid, ${proposal.assetId}::uuid, ${proposal.id}::uuid,
        ${made.kind}, ${made.userId}::uuid, ${made.note}, ${made.digest}, ${made.policyVersion}, ${made.createdAt})`;
    return made;
  }

  /** Checks of the newest revisions of these proposals. */
  async checks(ctx: TxContext, proposalIds: readonly string[]): Promise<CheckRow[]> {
    if (proposalIds.length === 0) return [];
    return ctx.tx.$queryRaw<CheckRow[]>`
      SELECT c.id, c.proposal_id AS "proposalId", c.digest, c.name, c.state, c.error, c.started_at AS "startedAt", c.finished_at AS "finishedAt"
      FROM review_check c JOIN proposal p ON p.id = c.proposal_id AND p.digest = c.digest
      WHERE c.proposal_id = ANY (${[...proposalIds]}::uuid[]) AND ${readable(ctx, 'c')}`;
  }

  /** Findings of these checks, the most serious first. */
  async findings(ctx: TxContext, checkIds: readonly string[]): Promise<Finding[]> {
    if (checkIds.length === 0) return [];
    return ctx.tx.$queryRaw<Finding[]>`
      SELECT f.id, f.check_id AS "checkId", f.rule, f.severity, f.path, f.line, f.message, f.excerpt,
        f.acknowledged_by AS "acknowledgedBy", f.acknowledged_at AS "acknowledgedAt"
      FROM check_finding f WHERE f.check_id = ANY (${[...checkIds]}::uuid[]) AND ${readable(ctx, 'f')}
      ORDER BY array_position(ARRAY['error', 'warn', 'info'], f.severity), f.id`;
  }

  /** Notes that checks of a held proposal's newest revision have started. Gives their ids by name. */
  async startChecks(ctx: TxContext, proposal: Proposal, names: readonly CheckName[]): Promise<void> {
    for (const name of names)
      await ctx.tx.$executeRaw`
        INSERT INTO review_check (id, org_id, space_id, acl_id, asset_id, proposal_id, digest, name, state, started_at)
        VALUES (${newId()}::uuid, ${ctx.orgId}::uuid, ${proposal.spaceId}::uuid, ${proposal.aclId}::uuid, ${proposal.assetId}::uuid,
          ${proposal.id}::uuid, ${proposal.digest}, ${name}, 'running', ${ctx.now})
        ON CONFLICT (proposal_id, digest, name) DO UPDATE SET state = 'running', error = NULL, started_at = EXCLUDED.started_at, finished_at = NULL`;
  }

  /** Stores how a check of a held proposal ended, in place of what it said before. */
  async finishCheck(
    ctx: TxContext,
    proposal: Proposal,
    result: { name: CheckName; state: CheckState; error: string | null; findings: readonly CheckFinding[] },
  ): Promise<void> {
    const rows = await ctx.tx.$queryRaw<{ id: string }[]>`
      UPDATE review_check SET state = ${result.state}, error = ${result.error}, finished_at = now()
      WHERE proposal_id = ${proposal.id}::uuid AND digest = ${proposal.digest} AND name = ${result.name} RETURNING id`;
    const id = rows[0]?.id;
    if (id === undefined) return;
    await ctx.tx.$executeRaw`DELETE FROM check_finding WHERE check_id = ${id}::uuid`;
    const findings = result.findings.map((finding) => ({ ...finding, id: newId() }));
    await ctx.tx.$executeRaw`
      INSERT INTO check_finding (id, org_id, space_id, acl_id, asset_id, proposal_id, check_id, rule, severity, path, line, message, excerpt)
      SELECT f.id, ${ctx.orgId}::uuid, ${proposal.spaceId}::uuid, ${proposal.aclId}::uuid, ${proposal.assetId}::uuid, ${proposal.id}::uuid, ${id}::uuid,
        f.rule, f.severity, f.path, f.line, f.message, f.excerpt
      FROM jsonb_to_recordset(${JSON.stringify(findings)}::jsonb) AS f(id uuid, rule text, severity text, path text, line int, message text, excerpt text)`;
  }

  /** A finding about the newest revision of a proposal. */
  async finding(ctx: TxContext, proposal: Proposal, findingId: string): Promise<Finding | null> {
    const checks = await this.checks(ctx, [proposal.id]);
    const findings = await this.findings(
      ctx,
      checks.map(({ id }) => id),
    );
    return findings.find(({ id }) => id === findingId) ?? null;
  }

  async acknowledge(ctx: TxContext, findingId: string): Promise<void> {
    await ctx.tx.$executeRaw`
      UPDATE check_finding SET acknowledged_by = ${ctx.userId}::uuid, acknowledged_at = ${ctx.now}
      WHERE id = ${findingId}::uuid AND acknowledged_at IS NULL`;
  }
}

function readable(ctx: TxContext, alias: 'd' | 'c' | 'f'): Prisma.Sql {
  const [acl, asset] = {
    d: [Prisma.sql`d.acl_id`, Prisma.sql`d.asset_id`],
    c: [Prisma.sql`c.acl_id`, Prisma.sql`c.asset_id`],
    f: [Prisma.sql`f.acl_id`, Prisma.sql`f.asset_id`],
  }[alias];
  const own = Prisma.sql`${acl} = ANY (${[...ctx.classes]}::uuid[])`;
  return ctx.mounted === null ? own : Prisma.sql`${own} AND ${asset} = ANY (${[...ctx.mounted]}::uuid[])`;
}
