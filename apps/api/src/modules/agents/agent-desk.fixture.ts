import { McpTestClient } from '@memory-hub/testing';
import { uuidOf, type Caller, type TestAgent, type TestPerson } from '../../app/test-app.fixture';
import { ReviewDesk, type Fault, type ProposalShape } from '../reviews/review-desk.fixture';

export interface MountShape {
  readonly id: string;
  readonly mode: string;
  readonly priority: number;
  readonly budgetTokens: number;
  readonly tokens: number;
  readonly cutTokens: number;
  readonly warning: string | null;
  readonly asset: { readonly id: string; readonly name: string };
  readonly pinnedRevision: { readonly id: string; readonly number: number } | null;
  readonly effectiveRevision: { readonly id: string; readonly number: number } | null;
}

export interface ManifestShape {
  readonly stable: string;
  readonly dynamic: string;
  readonly tools: readonly string[];
  readonly tokens: number;
  readonly digest: string;
  readonly used: readonly {
    readonly id: string;
    readonly kind: string;
    readonly title: string;
    readonly tokens: number;
    readonly cut: boolean;
    readonly why: string;
  }[];
}

const MOUNT =
  'id mode priority budgetTokens tokens cutTokens warning asset { id name } pinnedRevision { id number } effectiveRevision { id number }';
const MANIFEST =
  'manifest(sampleText: $text) { stable dynamic tools tokens digest used { id kind title tokens cut why } }';

/** Agents of several people, with what is mounted on them, as clients meet them. */
export class AgentDesk {
  private constructor(readonly desk: ReviewDesk) {}

  static async open(): Promise<AgentDesk> {
    return new AgentDesk(await ReviewDesk.open());
  }

  get hub(): ReviewDesk['hub'] {
    return this.desk.hub;
  }

  /** Runs a mutation; gives its payload, or its faults. */
  async act<T extends object = Record<string, unknown>>(
    name: string,
    type: string,
    { input, fields, as }: { input: object; fields: string; as: Caller },
  ): Promise<{ payload: T; faults: readonly Fault[] }> {
    const { data, errors } = await this.hub.graphql(
      `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} userErrors { code message hint path } } }`,
      { input },
      as,
    );
    if (data === null || errors.length > 0) throw new Error(`${name}: ${JSON.stringify(errors)}`);
    const answer = data[name];
    if (!isPayload<T>(answer)) throw new Error(`${name} gave no payload`);
    return { payload: withoutFaults(answer), faults: answer.userErrors };
  }

  /** An agent made through the API. */
  async agent(owner: TestPerson, name: string, extra: object = {}): Promise<TestAgent> {
    const input = { spaceId: this.desk.team.id, name, clientType: 'generic', ...extra };
    const { payload, faults } = await this.act<{
      agent: { id: string; key: { id: string } } | null;
      key: string;
    }>('createAgent', 'CreateAgentInput', { input, fields: 'key agent { id key { id } }', as: owner });
    if (payload.agent === null) throw new Error(JSON.stringify(faults));
    const { id, key } = payload.agent;
    return {
      kind: 'agent',
      id,
      uuid: uuidOf(id),
      owner,
      spaceUuid: this.desk.team.uuid,
      key: payload.key,
      keyUuid: uuidOf(key.id),
    };
  }

  async mount(
    as: Caller,
    agent: TestAgent,
    assetId: string,
    extra: object = {},
  ): Promise<{ mount: MountShape | null; faults: readonly Fault[] }> {
    const input = { agentId: agent.id, assetId, mode: 'INLINE', ...extra };
    const { payload, faults } = await this.act<{ mount: MountShape | null }>(
      'mountAsset',
      'MountAssetInput',
      { input, fields: `mount { ${MOUNT} }`, as },
    );
    return { mount: payload.mount, faults };
  }

  async mounted(
    as: Caller,
    agent: TestAgent,
    proposal: ProposalShape,
    extra: object = {},
  ): Promise<MountShape> {
    const { mount, faults } = await this.mount(as, agent, proposal.asset.id, extra);
    if (mount === null) throw new Error(JSON.stringify(faults));
    return mount;
  }

  async changeMount(
    as: Caller,
    id: string,
    change: object,
  ): Promise<{ mount: MountShape | null; faults: readonly Fault[] }> {
    const { payload, faults } = await this.act<{ mount: MountShape | null }>(
      'updateMount',
      'UpdateMountInput',
      { input: { id, ...change }, fields: `mount { ${MOUNT} }`, as },
    );
    return { mount: payload.mount, faults };
  }

  async unmount(as: Caller, id: string): Promise<readonly Fault[]> {
    return (await this.act('unmountAsset', 'IdInput', { input: { id }, fields: 'agent { id }', as })).faults;
  }

  async mounts(as: Caller, agent: TestAgent): Promise<readonly MountShape[] | null> {
    const { agent: seen } = await this.hub.must<{ agent: { mounts: MountShape[] } | null }>(
      `query ($id: ID!) { agent(id: $id) { mounts { ${MOUNT} } } }`,
      { id: agent.id },
      as,
    );
    return seen?.mounts ?? null;
  }

  async manifest(as: Caller, agent: TestAgent, text: string | null = null): Promise<ManifestShape | null> {
    const { agent: seen } = await this.hub.must<{ agent: { manifest: ManifestShape } | null }>(
      `query ($id: ID!, $text: String) { agent(id: $id) { ${MANIFEST} } }`,
      { id: agent.id, text },
      as,
    );
    return seen?.manifest ?? null;
  }

  /** What the agent itself gets from `memory_recall`. */
  async recall(agent: TestAgent, text: string): Promise<{ stable: string; dynamic: string }> {
    const client = await McpTestClient.connect(this.hub.url, agent.key);
    try {
      const { stable, dynamic } = await client.must('memory_recall', { text });
      return { stable: String(stable), dynamic: String(dynamic) };
    } finally {
      await client.close();
    }
  }

  /** Status of the agent's next call. */
  async call(agent: { readonly key: string }): Promise<number> {
    const response = await fetch(`${this.hub.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${agent.key}` },
      body: JSON.stringify({ query: '{ __typename }' }),
    });
    return response.status;
  }
}

function isPayload<T>(value: unknown): value is T & { readonly userErrors: readonly Fault[] } {
  return typeof value === 'object' && value !== null && 'userErrors' in value;
}

function withoutFaults<T extends object>(payload: T): T {
  const copy = { ...payload };
  Reflect.deleteProperty(copy, 'userErrors');
  return copy;
}
