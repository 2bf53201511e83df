'use client';

import { AgentsDocument, type AgentsQuery } from '@memory-hub/graphql-client';
import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { parseAsString, useQueryState } from 'nuqs';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { ask } from '../../data/hub';
import { keys } from '../../data/keys';
import { useFormat } from '../../i18n/format';
import { useKeys } from '../../keys/use-keys';
import { Button } from '../../ui/button';
import { Empty, ErrorBox, SkeletonRows } from '../../ui/feedback';
import { Icon } from '../../ui/icon';
import { languageOf } from '../../ui/ranges';
import { Ago } from '../../ui/text';
import { usePlace } from '../shell/place';
import { useSpaceFilter, useSpacesWith } from '../shell/space';
import { AgentBadge } from './agent-badge';
import { BudgetBar } from './budget-bar';
import { useClientLabel } from './client-label';
import { CreateAgent } from './create-agent';

type Row = AgentsQuery['agents']['edges'][number]['node'];

const PAGE = 50;

export function AgentsPage() {
  const t = useTranslations('agents');
  usePlace(null);
  const [space] = useSpaceFilter();
  const [fresh, setFresh] = useQueryState('new', parseAsString);
  const may = useSpacesWith('createAgent').length > 0;
  const query = useInfiniteQuery({
    queryKey: keys.agents(space),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      ask(AgentsDocument, { spaceId: space, first: PAGE, after: pageParam }, signal),
    getNextPageParam: ({ agents: { pageInfo } }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });
  const rows = query.data?.pages.flatMap(({ agents }) => agents.edges.map(({ node }) => node)) ?? [];
  const create = (
    <Button look="primary" icon="plus" blocked={!may && t('noRight')} onClick={() => void setFresh('agent')}>
      {t('create')}
    </Button>
  );
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{t('title')}</h1>
          <p className="ink2">{t('lead')}</p>
        </div>
        {rows.length > 0 && create}
      </header>
      {query.isError && rows.length === 0 ? (
        <ErrorBox title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <SkeletonRows rows={5} lines={1} />
      ) : rows.length === 0 ? (
        <Empty title={t('none')} actions={create}>
          {t('noneText')}
        </Empty>
      ) : (
        <AgentTable rows={rows} />
      )}
      {query.hasNextPage && (
        <p className="more">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        </p>
      )}
      {fresh === 'agent' && <CreateAgent onClose={() => void setFresh(null)} />}
    </div>
  );
}

function AgentTable({ rows }: { rows: readonly Row[] }) {
  const t = useTranslations('agents');
  const format = useFormat();
  const router = useRouter();
  const clientOf = useClientLabel();
  const body = useRef<HTMLTableSectionElement>(null);
  const [at, setAt] = useState(-1);
  const step = (by: number) => {
    const next = Math.max(0, Math.min(at + by, rows.length - 1));
    setAt(next);
    body.current?.querySelectorAll<HTMLElement>('a.ttl')[next]?.focus();
  };
  useKeys({ j: () => step(1), k: () => step(-1) });
  return (
    <table className="tbl stack agents" aria-label={t('title')}>
      <thead>
        <tr>
          <th scope="col">{t('agent')}</th>
          <th scope="col">{t('status')}</th>
          <th scope="col">{t('client')}</th>
          <th scope="col">{t('lastCall')}</th>
          <th scope="col">{t('mounts')}</th>
          <th scope="col">{t('budget')}</th>
          <th scope="col">{t('owner')}</th>
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((agent) => (
          <tr key={agent.id} className="hov" onClick={() => router.push(`/agents/${agent.id}`)}>
            <td>
              <span className="flow nowrap-flow">
                <Icon name="agent" />
                <span>
                  <Link
                    className="ttl"
                    href={`/agents/${agent.id}`}
                    lang={languageOf(agent.name)}
                    onClick={(event) => event.stopPropagation()}
                  >
                    {agent.name}
                  </Link>{' '}
                  <span className="meta" lang={languageOf(agent.space.name)}>
                    {agent.space.name}
                  </span>
                </span>
              </span>
            </td>
            <td data-l={t('status')}>
              <AgentBadge agent={agent} />
            </td>
            <td data-l={t('client')}>{clientOf(agent)}</td>
            <td data-l={t('lastCall')}>
              {agent.lastCallAt === null ? (
                <span className="meta">{t('never')}</span>
              ) : (
                <Ago at={agent.lastCallAt} />
              )}
            </td>
            <td data-l={t('mounts')}>
              {format.number(agent.mounts.filter(({ mode }) => mode !== 'OFF').length)}
            </td>
            <td data-l={t('budget')}>
              <BudgetBar budget={agent.budget} />
            </td>
            <td data-l={t('owner')} lang={languageOf(agent.owner.name)}>
              {agent.owner.name}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
