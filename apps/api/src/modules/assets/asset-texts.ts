import { Injectable, type OnModuleInit } from '@nestjs/common';
import { notFound, type AssetKind } from '@memory-hub/contracts';
import type { RequestContext } from '../../common';
import { Assets } from './assets.service';
import { textOf } from './domain/file-text';
import { ReadableItems, type ReadableItem } from './readable-items';

/** The file that is read first. */
const ENTRY: Readonly<Record<AssetKind, string>> = { skill: 'SKILL.md', chat_memory: 'MEMORY.md' };

/** Opens the files of assets for `hub_read`. */
@Injectable()
export class AssetTexts implements OnModuleInit {
  constructor(
    private readonly items: ReadableItems,
    private readonly assets: Assets,
  ) {}

  onModuleInit(): void {
    this.items.register('asset', (ctx, uuid, { path }) => this.read(ctx, uuid, path));
  }

  private async read(ctx: RequestContext, id: string, path: string | null): Promise<ReadableItem | null> {
    const asset = await this.assets.find(ctx, id);
    const revision = asset === null ? null : await this.assets.effectiveRevision(ctx, asset);
    if (asset === null || revision === null) return null;
    const files = await this.assets.files(ctx, revision.id);
    const file = files.find((one) => one.path === (path ?? ENTRY[asset.kind]));
    if (file === undefined) throw notFound('file');
    return {
      kind: asset.kind,
      title: asset.title,
      path: file.path,
      text: textOf(file.bytes) ?? `[${file.path} is not text: ${file.bytes.length} bytes]`,
      files: files.map((one) => ({ path: one.path, bytes: one.bytes.length })),
      trust: asset.status === 'none' ? 'own_user' : 'reviewed',
    };
  }
}
