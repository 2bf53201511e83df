import { announcement } from './english-rules';

/** Words that open a sentence without saying anything; with a comma or a stop behind them, alone or in a row. */
const INTERJECTIONS = new Set(
  (
    'yeah yep yup yes no nope nah well oh ooh wow whoa woah haha hahaha lol hm hmm aw aww awww so and but also plus btw actually anyway anyways ' +
    'hey hi hello thanks thx sure okay ok right honestly definitely totally absolutely exactly omg damn man dude cool nice great awesome ' +
    'like sweet true agreed yay phew ugh sorry wait please anyhow seriously basically luckily fortunately unfortunately sadly hopefully'
  ).split(' '),
);
const PHRASES =
  /^(?:by the way|thank you(?: so much| very much)?|thanks (?:so much|a lot|again|for asking)|sure thing|for sure|of course|no worries|no problem|speaking of (?:which|that)|guess what|you know(?: what)?|oh my (?:god|gosh)|good (?:question|point|morning|afternoon|evening)|i mean|as for me|hey there|hi there|me too|same here|not much|not bad|doing (?:well|good|great)|that's (?:right|true)|to be honest|long time no (?:see|chat|talk)|long story short|fun fact|in fact|correction|one more thing|quick update|update|fyi|note|oh no|oh wow|oh yeah|good news|great news|big news)$/i;
const PLAIN =
  /^(?:yeah|yep|yes|oh|well|and|but|also|plus|actually|honestly|btw|by the way|anyway|hey|hi)\s+(?=\S)/i;
const SO = /^so\s+(?=(?:i|i'm|i've|we|we're|my|our|he|she|they|the)\b)/i;
const REMEMBER =
  /^(?:please\s+)?(?:(?:remember|note|keep in mind|don't forget|make a note|save(?: this| that)?|memori[sz]e)(?:\s+(?:this|that)\b|\s*[:,-]|\s+(?=(?:i|i'm|my|we|our|the\s[\w -]{2,40}\s(?:is|are|has|have|must|runs?|lives?|needs?))\b))\s*[:,-]?\s*(?:that\s+)?|(?:just\s+)?(?:fyi|for the record|heads up)[:,-]?\s*(?:that\s+)?)(?=\S)(?!.*\?\s*$)/i;
const MAX_LEADS = 6;

export interface Lead {
  /** Where the statement itself begins. */
  readonly offset: number;
  /** The words before it, lower case. */
  readonly words: string;
  /** The speaker asked to remember what follows. */
  readonly explicit: boolean;
}

/** Skips greetings, names of listeners and filler before a statement: "Yeah, Mel! Actually, I …" → "I …". */
export function englishLead(sentence: string, names: ReadonlySet<string>): Lead {
  let offset = 0;
  for (let count = 0; count < MAX_LEADS; count += 1) {
    const length = leadLength(sentence.slice(offset), names);
    // "Totally, to stay positive …" goes on with the word before it: there is no statement of its own.
    if (length === 0 || /^(?:to|of|for|with|in|on|at|or|as)\b/.test(sentence.slice(offset + length))) break;
    offset += length;
  }
  offset += announcement(sentence.slice(offset));
  const explicit = REMEMBER.exec(sentence.slice(offset));
  const words = sentence.slice(0, offset).toLowerCase();
  return explicit
    ? { offset: offset + explicit[0].length, words, explicit: true }
    : { offset, words, explicit: false };
}

function leadLength(rest: string, names: ReadonlySet<string>): number {
  const marked = /^([A-Za-z'’ ]{1,32})\s?[,!.;:–—-]+\s*/.exec(rest);
  if (marked && isFiller(marked[1] ?? '', names)) return marked[0].length;
  return (PLAIN.exec(rest) ?? SO.exec(rest))?.[0].length ?? 0;
}

function isFiller(words: string, names: ReadonlySet<string>): boolean {
  const text = words.trim().replace(/’/g, "'").toLowerCase();
  if (text === '') return true;
  if (PHRASES.test(text)) return true;
  const parts = text.split(/\s+/);
  if (parts.every((word) => INTERJECTIONS.has(word) || names.has(word) || isNickname(word, names)))
    return true;
  const last = parts.at(-1) ?? '';
  return (names.has(last) || isNickname(last, names)) && PHRASES.test(parts.slice(0, -1).join(' '));
}

/** "Mel" for Melanie: at least three letters of the beginning of a name. */
function isNickname(word: string, names: ReadonlySet<string>): boolean {
  if (word.length < 3) return word === 'u';
  return [...names].some((name) => name.length > word.length && name.startsWith(word));
}
