'use client';

import type { PeekQuery } from '@memory-hub/graphql-client';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useFormat } from '../../i18n/format';
import { Badge, Words, type BadgeTone } from '../../ui/text';

type Node = NonNullable<PeekQuery['node']>;
type Asset = Extract<Node, { __typename: 'Asset' }>;

const TONE = {
  NONE: '',
  PUBLISHED: 'ok',
  DEPRECATED: 'warn',
  ARCHIVED: '',
  REVOKED: 'bad',
} as const satisfies Record<Asset['status'], BadgeTone>;

/** An asset: its published revision, who can read it and why, which agents use it. */
export function PeekAsset({ asset }: { asset: Asset }) {
  const t = useTranslations('peek');
  const format = useFormat();
  const revision = asset.publishedRevision;
  return (
    <>
      <p className="flow meta">
        <Badge tone={TONE[asset.status]}>{t(`status.${asset.status}`)}</Badge>
        <span>{t(`assetKind.${asset.assetKind}`)}</span>
        {revision !== null && <span>r{revision.number}</span>}
      </p>
      <h2 className="fact">
        <Words text={asset.title === '' ? asset.name : asset.title} />
      </h2>
      <p className="read">
        <Words text={asset.description} />
      </p>
      <dl className="facts">
        <dt>{t('name')}</dt>
        <dd className="mono">{asset.name}</dd>
        <dt>{t('owner')}</dt>
        <dd>
          <Words text={asset.owner.name} />
        </dd>
        <dt>{t('space')}</dt>
        <dd>
          <Words text={asset.space.name} />
        </dd>
        {revision !== null && (
          <>
            <dt>{t('published')}</dt>
            <dd>
              {format.dateTime(revision.createdAt)} <span className="meta">{revision.author.name}</span>
            </dd>
          </>
        )}
        <dt>{t('readers')}</dt>
        <dd>
          <ul>
            {asset.readers.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </dd>
        <dt>{t('mounted')}</dt>
        <dd className="flow">
          {asset.mountedOn.length === 0
            ? t('mountedNone')
            : asset.mountedOn.map(({ id, name }) => (
                <Link key={id} href={`/agents/${id}`}>
                  {name}
                </Link>
              ))}
        </dd>
        {asset.openProposals.length > 0 && (
          <>
            <dt>{t('open')}</dt>
            <dd>
              {asset.openProposals.map((proposal) => (
                <Link key={proposal.id} href={`/review/${proposal.id}`}>
                  {proposal.title}
                </Link>
              ))}
            </dd>
          </>
        )}
      </dl>
      {revision?.files.map((file) => (
        <details
          className="file peek-file"
          key={file.path}
          open={revision.files.length === 1 || file.path === 'SKILL.md'}
        >
          <summary className="flow">
            <span className="mono">{file.path}</span>
            <span className="meta push">{format.bytes(file.bytes)}</span>
          </summary>
          {file.text === null ? (
            <p className="meta">{t('notText')}</p>
          ) : (
            <pre>
              <Words text={file.text} />
              {file.truncated && <span className="warn">{t('truncated')}</span>}
            </pre>
          )}
        </details>
      ))}
    </>
  );
}
