import { loader, type GraphqlContext } from '../../../infrastructure/graphql';
import type { Agent } from '../domain/agent';
import type { Loadout } from '../domain/loadout';
import type { Manifests } from '../manifest.service';

/** The loadout of an agent as the viewer may see it, worked out once per request. */
export async function loadoutOf(gql: GraphqlContext, manifests: Manifests, agent: Agent): Promise<Loadout> {
  const known = loader(gql, 'agent loadouts', () => new Map<string, Promise<Loadout>>());
  const loadout = known.get(agent.id) ?? manifests.loadout(gql.ctx, agent);
  known.set(agent.id, loadout);
  return loadout;
}
