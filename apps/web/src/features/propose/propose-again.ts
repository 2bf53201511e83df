import {
  ProposeChatMemoryDocument,
  WithdrawProposalDocument,
  type ProposalState,
  type ProposalViewFragment,
} from '@memory-hub/graphql-client';
import { HubError, act } from '../../data/hub';
import { OFFERED } from './offered';

export type Revised = Pick<
  ProposalViewFragment,
  'id' | 'state' | 'title' | 'revision' | 'approvalsGiven' | 'asset' | 'space'
>;

interface Again {
  cardIds: string[];
  description: string;
  message: string;
  includeOtherSpeakers: boolean;
}

/**
 * A snapshot is made by the hub, never by hand, so a chat memory is revised by a new proposal of the same asset; only
 * then is the old one withdrawn, so nothing is lost when the hub refuses the new one.
 */
export async function proposeAgain(
  { id, state, title, revision, asset, space }: Revised,
  { cardIds, description, message, includeOtherSpeakers }: Again,
): Promise<{ id: string | null; withdrawn: boolean }> {
  const visibility = OFFERED.find((known) => known === asset.visibility);
  const { proposeChatMemory } = await act(ProposeChatMemoryDocument, {
    input: {
      spaceId: space.id,
      assetId: asset.id,
      ...(asset.publishedRevision === null ? {} : { baseRevisionId: asset.publishedRevision.id }),
      name: asset.name,
      title,
      description: description.trim(),
      message: message.trim(),
      ...(visibility === undefined ? {} : { visibility }),
      cardIds,
      includeOtherSpeakers,
      submit: true,
    },
  });
  return {
    id: proposeChatMemory.proposal?.id ?? null,
    withdrawn: await withdraw(id, state, revision.digest),
  };
}

/** From review it goes back to a draft first, and from there for good. */
async function withdraw(id: string, state: ProposalState, digest: string): Promise<boolean> {
  try {
    for (let at: ProposalState = state, steps = 0; at !== 'WITHDRAWN' && steps < 2; steps += 1) {
      const { withdrawProposal } = await act(WithdrawProposalDocument, {
        input: { id, expectedDigest: digest },
      });
      at = withdrawProposal.proposal?.state ?? 'WITHDRAWN';
    }
    return true;
  } catch (error) {
    if (error instanceof HubError) return false;
    throw error;
  }
}
