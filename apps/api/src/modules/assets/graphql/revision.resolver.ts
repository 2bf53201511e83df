import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { cutAtGrapheme } from '@memory-hub/contracts';
import type { RequestContext } from '../../../common';
import { ActorRef, Ctx, Gql, NodeRegistry, type GraphqlContext } from '../../../infrastructure/graphql';
import { Assets } from '../assets.service';
import type { StoredFile } from '../domain/asset-kind';
import { textOf } from '../domain/file-text';
import { AssetNames } from './asset-names';
import { revisionView } from './asset-rows';
import { Revision, RevisionFile } from './assets.types';

/** UTF-16 units of text given of one file, and of all files of a revision together. */
const FILE_CHARACTERS = 100_000;
const ALL_CHARACTERS = 1_000_000;

@Resolver(() => Revision)
export class RevisionResolver {
  constructor(
    private readonly assets: Assets,
    private readonly names: AssetNames,
    nodes: NodeRegistry,
  ) {
    nodes.register('revision', async (ctx, uuid) => {
      const row = await assets.findRevision(ctx, uuid);
      return row === null ? null : revisionView(row);
    });
  }

  @ResolveField('author', () => ActorRef, { description: 'Who wrote it.' })
  async authorOf(@Gql() gql: GraphqlContext, @Parent() { row }: Revision): Promise<ActorRef> {
    return this.names.actor(gql, { kind: row.authorKind, id: row.authorId });
  }

  @ResolveField('files', () => [RevisionFile], { description: 'Its files, by path.' })
  async filesOf(@Ctx() ctx: RequestContext, @Parent() { row }: Revision): Promise<RevisionFile[]> {
    let room = ALL_CHARACTERS;
    return (await this.assets.files(ctx, row.id)).map((file) => {
      const view = fileView(file, Math.min(room, FILE_CHARACTERS));
      room -= view.text?.length ?? 0;
      return view;
    });
  }
}

function fileView({ path, digest, bytes }: StoredFile, limit: number): RevisionFile {
  const whole = textOf(bytes);
  const text = whole === null ? null : cutAtGrapheme(whole, limit);
  return {
    path,
    digest,
    bytes: bytes.length,
    text,
    truncated: text !== null && whole !== null && text.length < whole.length,
  };
}
