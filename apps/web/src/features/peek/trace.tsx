'use client';

import type { PeekQuery } from '@memory-hub/graphql-client';
import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import { useFormat } from '../../i18n/format';
import { LinkButton } from '../../ui/button';
import { CitedWords } from '../../ui/cited-words';
import { Layer, Words, type LayerName } from '../../ui/text';
import { useSpeakerName } from '../terms/use-terms';
import { chainOf } from './chain';

export type TraceView = NonNullable<PeekQuery['trace']>;
export type TraceNode = TraceView['turns'][number];

interface TraceProps {
  trace: TraceView;
  /** What the reader looks at; its chain is drawn in full strength. */
  focus: string;
  onPeek: (id: string) => void;
}

const FEW = 3;

/** Where a memory comes from: profile, scene, card, and the exact words. */
export function Trace({ trace, focus, onPeek }: TraceProps) {
  const t = useTranslations('peek');
  const chain = chainOf(trace, focus);
  const layer = (nodes: readonly TraceNode[], name: LayerName) => (
    <Rung layer={name} nodes={nodes} chain={chain} focus={focus} onPeek={onPeek} />
  );
  return (
    <section className="chain" aria-label={t('trace')}>
      <h3>{t('trace')}</h3>
      <p className="meta">{t('traceText')}</p>
      <ol>
        {trace.persona.some(({ id }) => id === focus) ? null : layer(trace.persona, 'L3')}
        {layer(trace.scenes, 'L2')}
        {layer(trace.cards, 'L1')}
        <Turns turns={trace.turns} chain={chain} focus={focus} onPeek={onPeek} />
      </ol>
    </section>
  );
}

interface RungProps {
  layer: LayerName;
  nodes: readonly TraceNode[];
  chain: ReadonlySet<string>;
  focus: string;
  onPeek: (id: string) => void;
}

function Rung({ layer, nodes, chain, focus, onPeek }: RungProps) {
  const t = useTranslations('peek');
  const [all, setAll] = useState(false);
  if (nodes.length === 0) return null;
  const sorted = [...nodes].sort((a, b) => Number(chain.has(b.id)) - Number(chain.has(a.id)));
  const shown = all ? sorted : sorted.slice(0, Math.max(FEW, nodes.filter(({ id }) => chain.has(id)).length));
  return (
    <li className="rung">
      <RungHead layer={layer} count={nodes.length} />
      {shown.map((node, place) => (
        <button
          key={`${node.id}${place}`} // the lines of a persona share its id
          type="button"
          className={chain.has(node.id) ? 'node on' : 'node'}
          aria-current={node.id === focus || undefined}
          disabled={node.id === focus}
          onClick={() => onPeek(node.id)}
        >
          <NodeWords layer={layer} text={node.text === '' ? node.title : shortened(node.text)} />
          {node.text !== '' && node.title !== '' && node.title !== node.text && layer === 'L2' && (
            <span className="meta">
              <Words text={node.title} />
            </span>
          )}
        </button>
      ))}
      {shown.length < nodes.length && (
        <LinkButton className="meta" onClick={() => setAll(true)}>
          {t('showAll', { count: nodes.length - shown.length })}
        </LinkButton>
      )}
    </li>
  );
}

function NodeWords({ layer, text }: { layer: LayerName; text: string }) {
  return layer === 'L3' ? <CitedWords text={text} /> : <Words text={text} />;
}

const NODE_CHARACTERS = 200;

/** The start of a long text, marked as such and cut between characters. */
function shortened(text: string): string {
  const letters = [...text];
  return letters.length <= NODE_CHARACTERS ? text : `${letters.slice(0, NODE_CHARACTERS).join('')}…`;
}

function RungHead({ layer, count, children }: { layer: LayerName; count: number; children?: ReactNode }) {
  const t = useTranslations('peek');
  return (
    <h4 className="flow meta">
      <Layer layer={layer} />
      <span>{t(`rung.${layer}`, { count })}</span>
      {children}
    </h4>
  );
}

interface TurnsProps {
  turns: readonly TraceNode[];
  chain: ReadonlySet<string>;
  focus: string;
  onPeek: (id: string) => void;
}

/** The words themselves, the ones that count marked. */
function Turns({ turns, chain, focus, onPeek }: TurnsProps) {
  const t = useTranslations('peek');
  const format = useFormat();
  const speakerName = useSpeakerName();
  if (turns.length === 0) return null;
  return (
    <li className="rung">
      <RungHead layer="L0" count={turns.length} />
      <div className="turns">
        {turns.map((turn) => (
          <div className={chain.has(turn.id) ? 'turn on' : 'turn'} key={turn.id}>
            <span className="flow sep meta">
              <Words text={speakerName(turn.title)} />
              {turn.at !== null && <span>{format.dateTime(turn.at)}</span>}
              {turn.id !== focus && (
                <LinkButton className="meta" onClick={() => onPeek(turn.id)}>
                  {t('openTurn')}
                </LinkButton>
              )}
            </span>
            <p>
              <Words text={turn.text} ranges={turn.spans} />
            </p>
          </div>
        ))}
      </div>
    </li>
  );
}
