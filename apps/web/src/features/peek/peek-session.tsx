'use client';

import { TranscriptDocument, type PeekQuery, type TranscriptQuery } from '@memory-hub/graphql-client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { ask } from '../../data/hub';
import { keys } from '../../data/keys';
import { useFormat } from '../../i18n/format';
import { Button, LinkButton } from '../../ui/button';
import { ErrorBox, SkeletonRows } from '../../ui/feedback';
import { Words } from '../../ui/text';
import { useSpeakerName } from '../terms/use-terms';
import { Head } from './peek-head';

type Node = NonNullable<PeekQuery['node']>;
type Session = Extract<Node, { __typename: 'Conversation' }>;
type Turn = NonNullable<TranscriptQuery['conversation']>['turns']['edges'][number]['node'];

const PAGE = 30;

/** A session: when and with whom, and every word of it in order. */
export function SessionFacts({ session, onPeek }: { session: Session; onPeek: (id: string) => void }) {
  const t = useTranslations('peek');
  const format = useFormat();
  return (
    <>
      <Head layer="L0">
        <span>{t('sessionWord')}</span>
        <span>{t('turnCount', { count: session.turnCount })}</span>
      </Head>
      <h2 className="fact">
        <Words text={session.conversationTitle ?? session.sessionId} />
      </h2>
      <dl className="facts">
        <dt>{t('about')}</dt>
        <dd>
          <Words text={session.about} />
        </dd>
        <dt>{t('agent')}</dt>
        <dd>
          <Link href={`/agents/${session.conversationAgent.id}`}>{session.conversationAgent.name}</Link>
        </dd>
        <dt>{t('began')}</dt>
        <dd>{format.dateTime(session.startedAt)}</dd>
      </dl>
      <Transcript id={session.id} onPeek={onPeek} />
    </>
  );
}

function Transcript({ id, onPeek }: { id: string; onPeek: (id: string) => void }) {
  const t = useTranslations('peek');
  const query = useInfiniteQuery({
    queryKey: keys.transcript(id),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      (await ask(TranscriptDocument, { id, first: PAGE, after: pageParam }, signal)).conversation,
    getNextPageParam: (page) =>
      page?.turns.pageInfo.hasNextPage === true ? page.turns.pageInfo.endCursor : null,
  });
  const turns = query.data?.pages.flatMap((page) => page?.turns.edges.map(({ node }) => node) ?? []);
  return (
    <section className="chain" aria-label={t('transcript')}>
      <h3>{t('transcript')}</h3>
      {query.isError ? (
        <ErrorBox title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      ) : turns === undefined ? (
        <SkeletonRows rows={4} lines={2} />
      ) : (
        <div className="turns">
          {turns.map((turn) => (
            <Said key={turn.id} turn={turn} onOpen={() => onPeek(turn.id)} />
          ))}
        </div>
      )}
      {query.hasNextPage && (
        <p>
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('moreTurns')}
          </Button>
        </p>
      )}
    </section>
  );
}

function Said({ turn, onOpen }: { turn: Turn; onOpen: () => void }) {
  const t = useTranslations('peek');
  const format = useFormat();
  const speakerName = useSpeakerName();
  return (
    <div className="turn on">
      <span className="flow sep meta">
        <Words text={speakerName(turn.speaker)} />
        <span>{format.dateTime(turn.occurredAt)}</span>
        {turn.masked && <span>{t('masked')}</span>}
        <LinkButton className="meta" onClick={onOpen}>
          {t('openTurn')}
        </LinkButton>
      </span>
      <p>
        <Words text={turn.content} />
      </p>
    </div>
  );
}
