'use client';

import type { PeekQuery } from '@memory-hub/graphql-client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useFormat } from '../../i18n/format';
import { LinkButton } from '../../ui/button';
import { languageOf } from '../../ui/ranges';
import { Badge, Layer, Words } from '../../ui/text';
import { Trace, type TraceView } from './trace';

type Node = NonNullable<PeekQuery['node']>;
export type PeekedCard = Extract<Node, { __typename: 'Card' }>;
type PeekedScene = Extract<Node, { __typename: 'Scene' }>;
type PeekedTurn = Extract<Node, { __typename: 'Turn' }>;
type PeekedPersona = Extract<Node, { __typename: 'Persona' }>;

interface PeekMemoryProps {
  node: Node;
  trace: TraceView | null;
  onPeek: (id: string) => void;
}

/** A memory: what it says, what is known about it, and the chain down to the words. */
export function PeekMemory({ node, trace, onPeek }: PeekMemoryProps) {
  const focus =
    trace === null
      ? undefined
      : [...trace.persona, ...trace.scenes, ...trace.turns].find(({ id }) => id === node.id);
  return (
    <>
      {node.__typename === 'Card' && <CardFacts card={node} onPeek={onPeek} />}
      {node.__typename === 'Scene' && <SceneFacts scene={node} />}
      {node.__typename === 'Turn' && <TurnFacts turn={node} text={focus?.text ?? ''} />}
      {node.__typename === 'Persona' && <PersonaFacts persona={node} text={focus?.text ?? ''} />}
      {trace !== null && <Trace trace={trace} focus={node.id} onPeek={onPeek} />}
    </>
  );
}

function Head({ layer, children }: { layer: 'L0' | 'L1' | 'L2' | 'L3'; children: ReactNode }) {
  return (
    <p className="flow meta">
      <Layer layer={layer} />
      {children}
    </p>
  );
}

function CardFacts({ card, onPeek }: { card: PeekedCard; onPeek: (id: string) => void }) {
  const t = useTranslations('peek');
  const format = useFormat();
  const from = card.validFrom ?? card.eventTime;
  return (
    <>
      <Head layer="L1">
        <span>{t(`cardKind.${card.cardKind}`)}</span>
        <Badge tone={card.supersededBy !== null || card.retiredBecause !== null ? 'warn' : 'ok'}>
          {t(card.supersededBy !== null ? 'superseded' : card.retiredBecause !== null ? 'retired' : 'valid')}
        </Badge>
      </Head>
      <h2 className="fact">
        <Words text={card.content} />
      </h2>
      <dl className="facts">
        <dt>{t('kind')}</dt>
        <dd>{t('kindText', { kind: t(`cardKind.${card.cardKind}`), priority: card.priority })}</dd>
        {card.category !== null && (
          <>
            <dt>{t('category')}</dt>
            <dd lang={languageOf(card.category)}>{card.category}</dd>
          </>
        )}
        {from !== null && (
          <>
            <dt>{t('validTime')}</dt>
            <dd>
              {t('period', {
                from: format.date(from),
                to: card.validTo === null ? t('now') : format.date(card.validTo),
              })}
            </dd>
          </>
        )}
        <dt>{t('learned')}</dt>
        <dd>{format.dateTime(card.recordedAt)}</dd>
        <dt>{t('confidence')}</dt>
        <dd>{format.number(Math.round(card.confidence * 100) / 100)}</dd>
        {card.scene !== null && (
          <>
            <dt>{t('scene')}</dt>
            <dd>
              <Layer layer="L2" />{' '}
              <LinkButton onClick={() => onPeek(card.scene?.id ?? '')}>
                <Words text={card.scene.title} />
              </LinkButton>
            </dd>
          </>
        )}
        <dt>{t('readers')}</dt>
        <dd>
          {card.agent === null
            ? t('readersOwn', { subject: card.subject })
            : t.rich('readersCard', {
                subject: card.subject,
                agent: () => <Link href={`/agents/${card.agent?.id}`}>{card.agent?.name}</Link>,
              })}
        </dd>
        {card.tags.length > 0 && (
          <>
            <dt>{t('tags')}</dt>
            <dd className="flow">
              {card.tags.map((tag) => (
                <span className="tag" key={tag} lang={languageOf(tag)}>
                  {tag}
                </span>
              ))}
            </dd>
          </>
        )}
      </dl>
      {card.supersededBy !== null && (
        <p className="meta">
          {t('supersededText')}{' '}
          <LinkButton className="meta" onClick={() => onPeek(card.supersededBy ?? '')}>
            {t('newer')}
          </LinkButton>
        </p>
      )}
      {card.supersedes[0] !== undefined && (
        <p className="meta">
          {t('supersedesText')}{' '}
          <LinkButton className="meta" onClick={() => onPeek(card.supersedes[0] ?? '')}>
            {t('older')}
          </LinkButton>
        </p>
      )}
    </>
  );
}

function SceneFacts({ scene }: { scene: PeekedScene }) {
  const t = useTranslations('peek');
  const format = useFormat();
  return (
    <>
      <Head layer="L2">
        <span>{t('sceneWord')}</span>
        <span>{t('heat', { heat: format.number(scene.heat) })}</span>
      </Head>
      <h2 className="fact">
        <Words text={scene.title} />
      </h2>
      <p className="read">
        <Words text={scene.summary} />
      </p>
      <dl className="facts">
        <dt>{t('created')}</dt>
        <dd>{format.dateTime(scene.createdAt)}</dd>
        <dt>{t('updated')}</dt>
        <dd>{format.dateTime(scene.updatedAt)}</dd>
      </dl>
    </>
  );
}

function TurnFacts({ turn, text }: { turn: PeekedTurn; text: string }) {
  const t = useTranslations('peek');
  const format = useFormat();
  return (
    <>
      <Head layer="L0">
        <span>{t('turnWord', { seq: turn.seq })}</span>
        {turn.masked && <Badge tone="warn">{t('masked')}</Badge>}
      </Head>
      <h2 className="vh">{t('turnWord', { seq: turn.seq })}</h2>
      {text !== '' && (
        <p className="read quote">
          <Words text={text} />
        </p>
      )}
      <dl className="facts">
        <dt>{t('speaker')}</dt>
        <dd>
          <Words text={turn.speaker} /> <span className="meta">{t(`turnRole.${turn.turnRole}`)}</span>
        </dd>
        <dt>{t('said')}</dt>
        <dd>{format.dateTime(turn.occurredAt)}</dd>
        <dt>{t('stored')}</dt>
        <dd>{format.dateTime(turn.recordedAt)}</dd>
      </dl>
    </>
  );
}

function PersonaFacts({ persona, text }: { persona: PeekedPersona; text: string }) {
  const t = useTranslations('peek');
  const format = useFormat();
  return (
    <>
      <Head layer="L3">
        <span>{t('personaWord')}</span>
      </Head>
      <h2 className="fact">{text === '' ? t('personaWord') : <Words text={text} />}</h2>
      <dl className="facts">
        <dt>{t('version')}</dt>
        <dd>{persona.version}</dd>
        <dt>{t('updated')}</dt>
        <dd>{format.dateTime(persona.updatedAt)}</dd>
      </dl>
    </>
  );
}
