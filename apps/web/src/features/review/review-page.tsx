'use client';

import type { InboxView } from '@memory-hub/graphql-client';
import dynamic from 'next/dynamic';
import { usePathname } from 'next/navigation';
import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { useTranslations } from 'next-intl';
import { useKeys } from '../../keys/use-keys';
import { Empty } from '../../ui/feedback';
import { usePlace } from '../shell/place';
import { useSpaceFilter } from '../shell/space';
import { InboxList } from './inbox-list';
import { ProposalPane } from './proposal-pane';
import { pathOf, proposalIn } from './proposal-path';
import { useInbox, useSentBack } from './use-review';

const ProposeSkill = dynamic(
  () => import('../propose/propose-skill').then(({ ProposeSkill }) => ProposeSkill),
  {
    ssr: false,
  },
);

export const VIEWS = ['WAITING_FOR_ME', 'MINE', 'ALL', 'DECIDED'] as const satisfies readonly InboxView[];

/** The inbox on the left, one proposal on the right; both are in the URL. */
export function ReviewPage() {
  const id = proposalIn(usePathname());
  const [view, setView] = useQueryState(
    'view',
    parseAsStringLiteral(VIEWS).withDefault('WAITING_FOR_ME').withOptions({ history: 'push' }),
  );
  const [space] = useSpaceFilter();
  const [fresh, setFresh] = useQueryState('new', parseAsString);
  const inbox = useInbox(view, space, id);
  const sentBack = useSentBack(view === 'WAITING_FOR_ME', space);
  const listed = inbox.data?.pages.flatMap((page) => page.edges.map(({ node }) => node)) ?? [];
  const rows = [...sentBack, ...listed];
  const at = rows.findIndex((row) => row.id === id);
  const open = (next: string | null) =>
    window.history.pushState(null, '', pathOf(next, window.location.search));
  const step = (by: number) => {
    const next = rows[at === -1 ? 0 : at + by];
    if (next !== undefined) open(next.id);
  };
  useKeys({ j: () => step(1), k: () => step(-1), Escape: id === null ? undefined : () => open(null) });
  return (
    <div className="split" data-open={id !== null || undefined}>
      <InboxList
        view={view}
        onView={(next) => void setView(next)}
        inbox={inbox}
        rows={rows}
        sentBack={sentBack.length}
        open={id}
        onOpen={open}
        onNew={() => void setFresh('skill')}
      />
      {id === null ? (
        <NothingOpen rows={inbox.isPending ? undefined : rows.length} />
      ) : (
        <ProposalPane
          key={id}
          id={id}
          ready={!inbox.isPending}
          place={{ at, count: rows.length }}
          onStep={step}
          onBack={() => open(null)}
        />
      )}
      {fresh === 'skill' && <ProposeSkill onClose={() => void setFresh(null)} />}
    </div>
  );
}

/** What happens to a proposal; and how to open one, once it is known whether there is any. */
function NothingOpen({ rows }: { rows: number | undefined }) {
  const t = useTranslations('review');
  usePlace(null);
  return (
    <section className="pane page detail-none" aria-label={t('detail')}>
      {rows !== undefined && (
        <Empty title={t(rows === 0 ? 'pickNone' : 'pick')}>
          {t(rows === 0 ? 'pickNoneText' : 'pickText')}
        </Empty>
      )}
      <ol className="life">
        {(['draft', 'review', 'approved', 'published'] as const).map((state) => (
          <li key={state}>
            <b>{t(`life.${state}`)}</b>
            <span className="ink2">{t(`life.${state}Text`)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
