import {
  startTestApp,
  uuidOf,
  type Caller,
  type TestApp,
  type TestAppOptions,
  type TestPerson,
  type TestTeam,
} from '../../app/test-app.fixture';
import { AssetIndexer } from '../assets/asset-indexer.system';
import { CheckRunner } from './check-runner';

export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly path: readonly string[];
}

export interface ProposalShape {
  readonly id: string;
  readonly number: number;
  readonly state: string;
  readonly title: string;
  readonly asset: {
    readonly id: string;
    readonly status: string;
    readonly name: string;
    readonly title: string;
  };
  readonly revision: { readonly id: string; readonly digest: string; readonly number: number };
  readonly approvalsGiven: number;
  readonly approvalsNeeded: number;
  readonly blockers: readonly string[];
  readonly viewerCan: Readonly<Record<string, boolean>>;
  readonly checks: readonly {
    readonly name: string;
    readonly state: string;
    readonly error: string | null;
    readonly findings: readonly FindingShape[];
  }[];
}

interface FindingShape {
  readonly id: string;
  readonly rule: string;
  readonly severity: string;
  readonly path: string | null;
  readonly line: number | null;
  readonly excerpt: string | null;
  readonly acknowledgedAt: string | null;
}

/** How an act ended. */
export interface Acted {
  readonly proposal: ProposalShape | null;
  readonly faults: readonly Fault[];
}

export interface FileShape {
  readonly path: string;
  readonly text?: string;
  readonly base64?: string;
}

const FIELDS = `id number state title asset { id status name title } revision { id digest number } approvalsGiven approvalsNeeded blockers
  viewerCan { edit submit withdraw approve requestChanges publish approveAndPublish }
  checks { name state error findings { id rule severity path line excerpt acknowledgedAt } }`;
const PAYLOAD = `{ proposal { ${FIELDS} } faults: userErrors { code message hint path } }`;

/** A team with people of every role, and the acts of a review as GraphQL clients do them. */
export class ReviewDesk {
  readonly admin: TestPerson;
  readonly author: TestPerson;
  readonly reviewer: TestPerson;
  readonly viewer: TestPerson;

  private constructor(
    readonly hub: TestApp,
    readonly team: TestTeam,
    /** The admin's own space. */
    readonly personal: TestTeam,
    people: Readonly<Record<'admin' | 'author' | 'reviewer' | 'viewer', TestPerson>>,
  ) {
    ({ admin: this.admin, author: this.author, reviewer: this.reviewer, viewer: this.viewer } = people);
  }

  static async open(options: TestAppOptions = {}): Promise<ReviewDesk> {
    const hub = await startTestApp(options);
    const { admin, team, personal } = await hub.bootstrap({ reviewAlone: false });
    const [author, reviewer, viewer] = [
      await hub.createUser({ name: 'Bo' }),
      await hub.createUser({ role: 'reviewer', name: 'Chen' }),
      await hub.createUser({ role: 'viewer', name: 'Dee' }),
    ];
    return new ReviewDesk(hub, team, personal, { admin, author, reviewer, viewer });
  }

  /** Runs an act; gives the proposal, or the faults. */
  async act(name: string, type: string, input: object, as: Caller): Promise<Acted> {
    const mutation = `mutation ($input: ${type}!) { acted: ${name}(input: $input) ${PAYLOAD} }`;
    return (await this.hub.must<{ acted: Acted }>(mutation, { input }, as)).acted;
  }

  /** An act that must succeed. */
  async done(name: string, type: string, input: object, as: Caller): Promise<ProposalShape> {
    const { proposal, faults } = await this.act(name, type, input, as);
    if (proposal === null) throw new Error(`${name}: ${JSON.stringify(faults)}`);
    return proposal;
  }

  async proposeSkill(as: Caller, name: string, extra: object = {}): Promise<ProposalShape> {
    return this.done(
      'proposeSkill',
      'ProposeSkillInput',
      { spaceId: this.team.id, message: 'For everybody.', files: skill(name), submit: true, ...extra },
      as,
    );
  }

  async decide(
    as: Caller,
    { id, revision }: ProposalShape,
    kind: 'APPROVE' | 'REQUEST_CHANGES' = 'APPROVE',
    note: string | null = kind === 'APPROVE' ? null : 'Please add an example.',
  ) {
    return this.act('decideProposal', 'DecideProposalInput', { id, digest: revision.digest, kind, note }, as);
  }

  async publish(as: Caller, { id, revision }: ProposalShape) {
    return this.act('publishProposal', 'PublishProposalInput', { id, digest: revision.digest }, as);
  }

  /** Runs the checks as the worker would. */
  async check(as: Caller, { id }: ProposalShape): Promise<void> {
    await this.hub.app.get(CheckRunner).run(await this.hub.contextOf(as), uuidOf(id));
  }

  async index(as: Caller, assetId: string): Promise<void> {
    await this.hub.app.get(AssetIndexer).bringInLine(await this.hub.contextOf(as), uuidOf(assetId));
  }

  /** A skill that is live: proposed by the author, approved by the reviewer, published by the admin. */
  async live(name: string, extra: object = {}): Promise<ProposalShape> {
    const proposal = await this.proposeSkill(this.author, name, extra);
    await this.check(this.author, proposal);
    await this.decide(this.reviewer, proposal);
    const { proposal: published, faults } = await this.publish(this.admin, proposal);
    if (published === null) throw new Error(JSON.stringify(faults));
    await this.index(this.admin, published.asset.id);
    return published;
  }

  async read(as: Caller, id: string): Promise<ProposalShape | null> {
    const { proposal } = await this.hub.must<{ proposal: ProposalShape | null }>(
      `query ($id: ID!) { proposal(id: $id) { ${FIELDS} } }`,
      { id },
      as,
    );
    return proposal;
  }

  async asset<T extends object = { name: string; status: string }>(
    as: Caller,
    id: string,
    fields = 'name status',
  ): Promise<T | null> {
    const { asset } = await this.hub.must<{ asset: T | null }>(
      `query ($id: ID!) { asset(id: $id) { ${fields} } }`,
      { id },
      as,
    );
    return asset;
  }

  async inbox(as: Caller, view: string): Promise<string[]> {
    const { inbox } = await this.hub.must<{
      inbox: { totalCount: number; edges: { node: { id: string } }[] };
    }>(
      'query ($view: InboxView) { inbox(view: $view, first: 100) { totalCount edges { node { id } } } }',
      { view },
      as,
    );
    expect(inbox.totalCount).toBe(inbox.edges.length);
    return inbox.edges.map(({ node }) => node.id);
  }

  async actOnAsset(name: string, assetId: string, as: Caller, extra: object = {}): Promise<Fault[]> {
    const type = name === 'rollBackAsset' ? 'RollBackAssetInput' : 'AssetActInput';
    const mutation = `mutation ($input: ${type}!) { acted: ${name}(input: $input) { faults: userErrors { code message hint path } } }`;
    const input = { assetId, reason: 'It was wrong.', ...extra };
    return (await this.hub.must<{ acted: { faults: Fault[] } }>(mutation, { input }, as)).acted.faults;
  }
}

export function skill(
  name: string,
  body = 'Open the report and read it aloud.',
  more: readonly FileShape[] = [],
): FileShape[] {
  return [
    {
      path: 'SKILL.md',
      text: `---\nname: ${name}\ndescription: Reads reports. Use when somebody asks for one.\n---\n\n# ${name} title\n\n${body}\n`,
    },
    ...more,
  ];
}
