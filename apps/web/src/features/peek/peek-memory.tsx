'use client';

import type { PeekQuery } from '@memory-hub/graphql-client';
import { useTranslations } from 'next-intl';
import { useFormat } from '../../i18n/format';
import { LinkButton } from '../../ui/button';
import { CitedWords } from '../../ui/cited-words';
import { languageOf } from '../../ui/ranges';
import { Badge, Words } from '../../ui/text';
import { useSpeakerName } from '../terms/use-terms';
import { CardFacts } from './peek-card';
import { Head } from './peek-head';
import { SessionFacts } from './peek-session';
import { Trace, type TraceNode, type TraceView } from './trace';

type Node = NonNullable<PeekQuery['node']>;
type PeekedScene = Extract<Node, { __typename: 'Scene' }>;
type PeekedTurn = Extract<Node, { __typename: 'Turn' }>;
type PeekedPersona = Extract<Node, { __typename: 'Persona' }>;

interface PeekMemoryProps {
  node: Node;
  trace: TraceView | null;
  onPeek: (id: string) => void;
  /** The card is no more. */
  onForgotten: (id: string) => void;
}

/** A memory: what it says, what is known about it, and the chain down to the words. */
export function PeekMemory({ node, trace, onPeek, onForgotten }: PeekMemoryProps) {
  const turn = trace === null ? undefined : trace.turns.find(({ id }) => id === node.id);
  return (
    <>
      {node.__typename === 'Card' && (
        <CardFacts key={node.id} card={node} onPeek={onPeek} onForgotten={onForgotten} />
      )}
      {node.__typename === 'Conversation' && <SessionFacts key={node.id} session={node} onPeek={onPeek} />}
      {node.__typename === 'Scene' && <SceneFacts scene={node} />}
      {node.__typename === 'Turn' && <TurnFacts turn={node} text={turn?.text ?? ''} />}
      {node.__typename === 'Persona' && (
        <PersonaFacts
          persona={node}
          lines={trace?.persona ?? []}
          scenes={trace?.scenes ?? []}
          onPeek={onPeek}
        />
      )}
      {trace !== null && <Trace trace={trace} focus={node.id} onPeek={onPeek} />}
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
  const speakerName = useSpeakerName();
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
          <Words text={speakerName(turn.speaker)} />{' '}
          <span className="meta">{t(`turnRole.${turn.turnRole}`)}</span>
        </dd>
        <dt>{t('said')}</dt>
        <dd>{format.dateTime(turn.occurredAt)}</dd>
        <dt>{t('stored')}</dt>
        <dd>{format.dateTime(turn.recordedAt)}</dd>
      </dl>
    </>
  );
}

interface PersonaFactsProps {
  persona: PeekedPersona;
  /** Its lines that the reader may trace, each with the scenes it rests on. */
  lines: readonly TraceNode[];
  scenes: readonly TraceNode[];
  onPeek: (id: string) => void;
}

function PersonaFacts({ persona, lines, scenes, onPeek }: PersonaFactsProps) {
  const t = useTranslations('peek');
  const format = useFormat();
  return (
    <>
      <Head layer="L3">
        <span>{t('personaWord')}</span>
      </Head>
      <h2 className="vh">{t('personaWord')}</h2>
      <ul className="read lines">
        {lines.map(({ text, links }, place) => (
          <li key={place}>
            <CitedWords
              text={text}
              cite={citing(
                scenes.filter(({ id }) => links.includes(id)),
                onPeek,
              )}
            />
          </li>
        ))}
      </ul>
      <dl className="facts">
        <dt>{t('version')}</dt>
        <dd>{persona.version}</dd>
        <dt>{t('updated')}</dt>
        <dd>{format.dateTime(persona.updatedAt)}</dd>
      </dl>
    </>
  );
}

/** A citation as ways to its scenes; a label when none of them can be opened. */
function citing(scenes: readonly TraceNode[], onPeek: (id: string) => void) {
  if (scenes.length === 0) return undefined;
  return () =>
    scenes.map(({ id, title }) => (
      <LinkButton className="tag" key={id} lang={languageOf(title)} onClick={() => onPeek(id)}>
        {title}
      </LinkButton>
    ));
}
