import { clausesAround, cuesOf, type Tense, type TenseCue } from './clause';

const BETWEEN = '(?: (?:not|never|also|now|still|just|only|probably|already|finally|soon|all|\\w+ly))*';
const IRREGULAR =
  'went|got|took|made|saw|met|came|found|bought|did|gave|began|left|felt|won|lost|ran|wrote|spent|moved|built|sold|paid|broke|fell|flew|drove|grew|held|kept|led|lent|read|rode|sent|stood|taught|wore|chose|drew|ate|drank|became|caught|brought|hit|hurt|quit|sang|sat|slept|spoke|stole|swam|threw|woke|hung|hid|fought|forgot|bit|blew|dealt|dug|fed|froze|laid|lit|rose|shook|shot|shut|sank|split|stuck|struck|tore|withdrew';
const PARTICIPLE = `(?:been|gone|done|taken|given|written|seen|known|begun|driven|eaten|fallen|flown|grown|spoken|worn|chosen|drawn|broken|become|had|${IRREGULAR}|\\w{2,}ed)`;
/** Words in -ed that are no past tense. */
const NO_PAST =
  '(?!(?:need|speed|feed|seed|indeed|hundred|exceed|proceed|succeed|breed|bleed|weed|shed|sled|embed|deed|greed|naked|sacred|wicked|kindred|unfed|biped|supposed|interested|excited|scared|tired|worried)\\b)';
const NO_ADJECTIVE =
  '(?<!\\b(?:a|an|the|my|our|his|her|their|its|your|these|those|no|every|each|any|some|more|very|so|too|\\d+) )';
/** Verbs of the present that a timetable or a paper uses for what is to come. */
const TIMETABLE =
  'opens?|reopens?|starts?|begins?|ends?|closes?|expires?|lapses?|leaves?|departs?|arrives?|launch(?:es)?|ships?|runs? (?:out|until|till|through|from)|renews?|resumes?|returns?|kicks? off|goes (?:live|on sale|up|out|into)|go (?:live|on sale)|takes? (?:place|effect)|comes? (?:into|out|due)|falls? (?:on|due)|lasts? (?:until|till|through)|finish(?:es)?|matures?|gets? (?:married|delivered)|premieres?|airs?|has (?:to|an?|the|our|my|his|her|until|till)|needs?|wants?|plans?|hopes?|aims?|intends?|expects?|stops?|switch(?:es)?|moves?|flies|travels?|visits?|joins?|retires?|graduates?|changes?|turns?|meets?|hosts?|publish(?:es)?|releases?|terminates?|ceases?|drops?';
const FIRST_PRESENT =
  '(?:i|we|you|they) (?:(?:also|only|then|all|both|now|still) )*(?:fly|leave|start|begin|move|go|have (?!been|had|\\w+ed\\b)|meet|travel|return|arrive|open|close|present|finish|get|host|launch|visit|see|take|need|want|plan|hope|expect|run|ship|deliver|publish|play|sing|perform|celebrate|renew|switch|sign|sit|do|give|hold|marry|retire|defend|stop|come|release)\\b';
const REPORT =
  'said|told|asked|heard|learned|learnt|knew|thought|agreed|decided|announced|confirmed|promised|mentioned|suggested|proposed|wanted|hoped|needed|chose|settled|guessed|believed|expected|warned|reminded|explained|wrote that|noted|planned|aimed|intended|signed up|applied|registered|enrolled';
/** Taken today, for a day to come. */
const ARRANGED =
  'moved|changed|shifted|pushed|postponed|delayed|rescheduled|brought|extended|set|fixed|scheduled|planned|booked|arranged|reserved|prolonged|deferred|updated|put off|switched|bumped';

/** Earlier rows win where two match at one place; a group of verbs is one cue, so "will be moved" is no past. */
const CUES: readonly (readonly [Tense, RegExp])[] = [
  [
    0,
    new RegExp(
      `\\b(?:was|were|had)${BETWEEN} (?:going|supposed|meant|due|scheduled|planned|expected|set|about)\\b(?: to(?: be)?(?: \\w+)?)?`,
      'gi',
    ),
  ],
  [
    1,
    new RegExp(
      `\\b(?:decided|agreed|promised|chose|arranged|resolved|committed|offered|vowed) to(?: \\w+)?`,
      'gi',
    ),
  ],
  [0, new RegExp(`\\b(?:wanted|hoped|needed|planned|intended|aimed|expected|used) to(?: \\w+)?`, 'gi')],
  [
    -1,
    new RegExp(
      `\\b(?:was|were|wasn't|weren't|had|hadn't|did|didn't|used to)\\b${BETWEEN}(?: (?:be|been|being))?(?: \\w+(?:ed|ing|en)\\b)?`,
      'gi',
    ),
  ],
  [
    1,
    new RegExp(
      `(?:\\b(?:will|won't|shall|gonna|going to|must|can|should|needs? to|ha(?:s|ve) to|ha(?:s|ve) got to|wants? to|hopes? to|plans? (?:to|on|for)|aims? to|intends? to|about to|let's|may (?=be|have|not|open|start|move|come|go|get|take))|(?<=\\w)'ll)\\b${BETWEEN}(?: (?:be|have|been|get))*(?: \\w+(?:ed|ing|en)\\b)?`,
      'gi',
    ),
  ],
  [1, /\b(?:get|gets|getting|be) (?:married|divorced|promoted|delivered|published|released|moved)\b/gi],
  [
    -1,
    new RegExp(`\\b(?:has|have|hasn't|haven't|(?<=\\w)'ve)\\b${BETWEEN} ${PARTICIPLE}(?: \\w+ing\\b)?`, 'gi'),
  ],
  [-1, /\b(?:is|are|am|it's|that's|'s|'re|'m) (?:\w+ )?(?:dated|from(?= (?:the |early |late )?$)|since)\b/gi],
  [
    1,
    new RegExp(
      `(?:\\b(?:is|are|am|isn't|aren't)|(?<=\\b(?:i|it|that|he|she|we|they|there|here|what|who|this))'(?:s|re|m))\\b${BETWEEN}(?: (?:be|being))?(?: (?:\\w+ing|\\w+ed|set|due))?\\b`,
      'gi',
    ),
  ],
  [1, new RegExp(`\\b(?:${FIRST_PRESENT})`, 'gi')],
  [0, new RegExp(`\\b(?:${REPORT})\\b`, 'gi')],
  [1, new RegExp(`${NO_ADJECTIVE}\\b(?:${TIMETABLE})\\b(?! (?:of|and)\\b)`, 'gi')],
  [-1, new RegExp(`${NO_ADJECTIVE}\\b(?:${IRREGULAR}|${NO_PAST}\\w{3,}ed)\\b`, 'gi')],
];
/** Nouns and adverbs; they speak only where no verb does. */
const WORDS: readonly (readonly [Tense, RegExp])[] = [
  [-1, /\b(?:last (?!day|date|chance)\w+|ago|yesterday|previously|formerly|back then|earlier|recently)\b/gi],
  [
    1,
    /\b(?:next \w+|tomorrow|soon|upcoming|deadline|due|expiry|expiration|eta|scheduled|starting|beginning|effective|valid|appointment|looking forward|can't wait|planned|plans?)\b/gi,
  ],
];
const SINCE = /\b(?:since|ever since|back in|back on|as of last|dated)(?: the)?(?: (?:early|mid|late))?\s*$/i;
const ARRANGED_FOR = new RegExp(
  `\\b(?:${ARRANGED})\\b(?: (?!in\\b|on\\b)[\\w']+){0,4}? (?:to|for|until|till)(?: the)?(?: (?:early|mid|late))?\\s*$|\\b(?:set|fixed|scheduled|rescheduled|settled)(?: \\w+)? on(?: the)?\\s*$`,
  'i',
);
const MOVED_FROM = new RegExp(`\\b(?:${ARRANGED})\\b[^,;]{0,40}\\bfrom(?: the)?\\s*$`, 'i');
const FOR =
  /\b(?:tickets?|table|room|flights?|seats?|booking|appointment|reservation|invitation|order|date)\b[^,;]{0,40} for(?: the)?\s*$/i;
const FOR_DATE = /\bfor(?: the)?\s*$/i;
/** Told of an occasion behind its date: "the walk on 3 April was cancelled". When it would have been, nobody says. */
const ANNOUNCED = /\b(?:cancell?ed|postponed|rescheduled|moved|off|confirmed|announced|approved)\b/i;
const LIMIT =
  /\b(?:by|until|till|before|no later than|due|not before)(?: the)?(?: (?:early|mid|late|end of))?\s*$/i;

/** When the clause around a date plays: by its own verb, the one before the date before the one after it. */
export function englishTenseAt(sentence: string): (start: number, end: number) => Tense {
  const cues = cuesOf(sentence.replace(/’/g, "'"), CUES);
  const words = cuesOf(sentence, WORDS);
  return (start, end) => {
    const before = sentence.slice(0, start);
    if (SINCE.test(before)) return -1;
    if (ARRANGED_FOR.test(before) || MOVED_FROM.test(before) || FOR.test(before)) return 1;
    const around = clausesAround(sentence, start);
    if (!around) return 0;
    const outside = (cue: TenseCue): boolean => cue.end <= start || cue.start >= end;
    const free = cues.filter(outside);
    const limit = LIMIT.test(before);
    for (const clause of [around.own, ...around.others]) {
      const verb = governing(free, { start, clause });
      if (verb && limit && verb.tense === 0) return 1;
      if (verb?.tense === -1 && (FOR_DATE.test(before) || isAnnouncement(sentence, { verb, end }))) return 0;
      if (verb) return verb.tense;
      if (limit) return 1;
      const word = governing(words.filter(outside), { start, clause });
      if (word) return word.tense;
    }
    return 0;
  };
}

function isAnnouncement(sentence: string, { verb, end }: { verb: TenseCue; end: number }): boolean {
  return verb.start >= end && ANNOUNCED.test(sentence.slice(verb.start, verb.end));
}

/** The last cue of the clause before the date, else the first one behind it. */
function governing(
  cues: readonly TenseCue[],
  { start, clause }: { start: number; clause: { start: number; end: number } },
): TenseCue | undefined {
  const own = cues.filter((cue) => cue.start >= clause.start && cue.start < clause.end);
  return own.findLast((cue) => cue.start < start) ?? own.find((cue) => cue.start >= start);
}
