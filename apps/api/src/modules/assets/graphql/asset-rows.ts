import { Injectable } from '@nestjs/common';
import { encodeId, notFound } from '@memory-hub/contracts';
import DataLoader from 'dataloader';
import { loader, type GraphqlContext } from '../../../infrastructure/graphql';
import { Assets } from '../assets.service';
import type { Asset as AssetRow, Proposal as ProposalRow, Revision as RevisionRow } from '../domain/asset';
import type { Asset, Proposal, Revision } from './assets.types';

/** Rows behind the objects of one request, each loaded once. */
@Injectable()
export class AssetRows {
  constructor(private readonly assets: Assets) {}

  /** @throws DomainError NOT_FOUND when it is hidden from the viewer */
  private async asset(gql: GraphqlContext, id: string): Promise<AssetRow> {
    const row = await loader(
      gql,
      'assets',
      () =>
        new DataLoader(async (ids: readonly string[]) =>
          inOrder(ids, await this.assets.findMany(gql.ctx, ids)),
        ),
    ).load(id);
    if (row === null) throw notFound('asset');
    return row;
  }

  /** The asset of a proposal. @throws DomainError NOT_FOUND when it is hidden from the viewer */
  async assetOf(gql: GraphqlContext, { assetId, sent }: ProposalRow): Promise<AssetRow> {
    return sent?.asset ?? this.asset(gql, assetId);
  }

  /** The newest words of a proposal. @throws DomainError NOT_FOUND when they are hidden from the viewer */
  async wordsOf(gql: GraphqlContext, { revisionId, sent }: ProposalRow): Promise<RevisionRow> {
    const revision = sent?.revision ?? (await this.revision(gql, revisionId));
    if (revision === null) throw notFound('revision');
    return revision;
  }

  async revision(gql: GraphqlContext, id: string): Promise<RevisionRow | null> {
    return loader(
      gql,
      'revisions',
      () =>
        new DataLoader(async (ids: readonly string[]) =>
          inOrder(ids, await this.assets.findRevisions(gql.ctx, ids)),
        ),
    ).load(id);
  }
}

function inOrder<T extends { id: string }>(ids: readonly string[], rows: readonly T[]): (T | null)[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

export function assetView(row: AssetRow): Asset {
  const { kind, name, title, description, visibility, status, tags, createdAt, updatedAt } = row;
  return {
    id: encodeId('asset', row.id),
    kind,
    name,
    title,
    description,
    visibility,
    status,
    tags: [...tags],
    createdAt,
    updatedAt,
    row,
  };
}

export function revisionView(row: RevisionRow): Revision {
  const { number, rootTree: digest, message, createdAt } = row;
  return { id: encodeId('revision', row.id), number, digest, message, createdAt, row };
}

export function proposalView(row: ProposalRow): Proposal {
  const { number, title, message, state, createdAt, submittedAt, updatedAt } = row;
  return {
    id: encodeId('proposal', row.id),
    number,
    title,
    message,
    state,
    createdAt,
    submittedAt,
    updatedAt,
    row,
  };
}
