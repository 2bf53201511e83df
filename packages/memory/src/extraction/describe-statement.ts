import type { ExtractedCard, SourceTurn } from '../cards/card';
import { assertZone } from '../calendar/zone';
import { readableText } from './readable-text';
import { languageOf } from '../text/language';
import { maskSecrets } from '../privacy/mask-secrets';
import { cutInjected } from '../injection/fence';
import { buildCard } from './build-card';
import { judgeChinese } from './chinese-statement';
import { judgeEnglish } from './english-statement';
import { speakerName } from './speaker-name';

export interface StatementOrigin {
  readonly speaker: string | null;
  readonly saidAt: Date;
  readonly zone: string;
}

/** What the rules know of a text that somebody asked to remember: everything of a card but its sources. */
export type StatementDescription = Omit<ExtractedCard, 'sources'>;

/**
 * Describes a memory that was added outright (no turn behind it): kind, priority, category, attribute, entities,
 * times. `content` is the text as given, secrets masked and our own blocks cut; dates are not written into it.
 */
export function describeStatement(text: string, origin: StatementOrigin): StatementDescription {
  assertZone(origin.zone);
  const content = maskSecrets(cutInjected(text)).text.trim();
  const language = languageOf(readableText(content).shadow);
  const context = { names: new Set<string>(), withAssistant: false, follows: false };
  const verdict = language === 'zh' ? judgeChinese(content, context) : judgeEnglish(content, context);
  const known = verdict.fact ? verdict : verdict.almost;
  const turn: SourceTurn = {
    id: '',
    role: 'user',
    speaker: origin.speaker,
    content,
    occurredAt: origin.saidAt,
  };
  const { sources: _none, ...card } = buildCard(
    {
      pieces: [content],
      language,
      cues: known?.cues ?? new Set(),
      strength: known?.strength ?? 1,
      sources: [],
    },
    { turn, zone: origin.zone, speaker: speakerName(origin.speaker), named: false, topic: null },
  );
  return { ...card, content };
}
