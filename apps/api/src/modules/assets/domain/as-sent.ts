import type { Asset, Proposal, Revision } from './asset';

/** What a proposer said of a new proposal. */
export interface Sent {
  readonly assetId: string | null;
  readonly title: string;
  readonly message: string;
  readonly tags: readonly string[] | null;
  readonly summary: { readonly description: string };
  readonly submit: boolean;
}

/**
 * A proposal as it was sent, whatever has become of it: the answer to an agent, which may know what it said itself and
 * nothing of a review. The same when it asks again with the same idempotency key.
 */
export function asSent(
  now: { readonly proposal: Proposal; readonly asset: Asset; readonly revision: Revision },
  sent: Sent,
): Proposal {
  const { proposal, revision } = now;
  const { title, message, submit } = sent;
  const { createdAt } = proposal;
  return {
    ...proposal,
    title,
    message,
    state: submit ? 'in_review' : 'draft',
    submittedAt: submit ? createdAt : null,
    updatedAt: createdAt,
    lastEditorId: proposal.authorUserId,
    coAuthorIds: [],
    baseRevisionId: revision.parentId,
    revisionId: revision.id,
    digest: revision.rootTree,
    sent: { asset: sent.assetId === null ? asNew(now.asset, sent, createdAt) : now.asset, revision },
  };
}

function asNew(asset: Asset, { title, tags, summary }: Sent, createdAt: Date): Asset {
  return {
    ...asset,
    title,
    description: summary.description,
    tags: tags ?? [],
    status: 'none',
    publishedRevisionId: null,
    updatedAt: createdAt,
  };
}
