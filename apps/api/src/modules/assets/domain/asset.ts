import type { AssetKind, AssetStatus, ProposalState, Visibility } from '@memory-hub/contracts';

export interface Asset {
  readonly id: string;
  readonly orgId: string;
  readonly spaceId: string;
  readonly spaceKind: 'personal' | 'team';
  readonly spaceOwnerId: string | null;
  readonly aclId: string;
  readonly kind: AssetKind;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly ownerId: string;
  readonly visibility: Visibility;
  readonly status: AssetStatus;
  readonly tags: readonly string[];
  readonly publishedRevisionId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Tokens of the readers that are named. */
  readonly grants: readonly string[];
  /** Tokens of the access class. */
  readonly acl: readonly string[];
}

export interface Revision {
  readonly id: string;
  readonly assetId: string;
  readonly spaceId: string;
  readonly number: number;
  readonly rootTree: string;
  readonly message: string;
  readonly authorKind: 'user' | 'agent';
  readonly authorId: string;
  readonly parentId: string | null;
  readonly createdAt: Date;
}

export interface Proposal {
  readonly id: string;
  readonly assetId: string;
  readonly spaceId: string;
  readonly aclId: string;
  readonly acl: readonly string[];
  readonly number: number;
  readonly title: string;
  readonly message: string;
  readonly state: ProposalState;
  readonly visibility: Visibility;
  readonly tags: readonly string[];
  readonly authorKind: 'user' | 'agent';
  readonly authorId: string;
  readonly authorUserId: string;
  readonly lastEditorId: string;
  readonly coAuthorIds: readonly string[];
  readonly baseRevisionId: string | null;
  readonly revisionId: string;
  readonly digest: string;
  readonly createdAt: Date;
  readonly submittedAt: Date | null;
  readonly updatedAt: Date;
  /** What was sent with it: in the answer to an agent, which reads neither drafts nor open reviews. */
  readonly sent?: { readonly asset: Asset; readonly revision: Revision };
}
