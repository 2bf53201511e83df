import type { CardAttribute } from '../cards/card';

/** People one has exactly one of; a second value about "my boss" contradicts the first, about "my cousin" it may not. */
const ONE_OF =
  /^(?:mom|mum|mother|dad|father|wife|husband|spouse|fiancée?|boss|manager|landlord|girlfriend|boyfriend|mother-in-law|father-in-law|best friend)$/;
const RELATION =
  '(?:mom|mum|mother|dad|father|wife|husband|partner|spouse|fiancée?|girlfriend|boyfriend|son|daughter|brother|sister|aunt|uncle|niece|nephew|cousin|grandma|grandpa|grandmother|grandfather|best friend|friend|roommate|neighbou?r|colleague|co-?worker|boss|manager|mentor|coach|teacher|trainer|doctor|therapist|landlord|dog|cat|puppy|kitten|pet)';
/** Things of which a project or a person has one value at a time. */
const FUNCTIONAL =
  '(?:deadline|due date|launch date|release date|start date|end date|go-live date|budget|price|cost|version|port|branch|default branch|database|db|framework|package manager|build tool|test runner|editor|ide|owner|lead|team lead|manager|maintainer|reviewer|reviewers|contact|phone|phone number|number|email|email address|address|mailing address|url|domain|hostname|endpoint|region|status|priority|time zone|timezone|time|date|place|location|venue|room|office|meeting|standup|stand-up|appointment|flight|interview|wedding|exam|party|dentist appointment|password policy|language|tech stack|stack|license|limit|rate limit|timeout|size|salary|rent|birthday|name|nickname|title|job|job title|role|position|major|degree|school|university|hometown|age|height|weight|blood type|shoe size|car|phone model|laptop|pronouns|nationality|username|handle|client|supplier|vendor|bank|doctor|gym|schedule|working hours|office hours|capital|color|colour|theme|font|logo|slogan|goal|target|quota|headcount|retention|plan|diet)';
const CONDITION =
  /\b((?:when|whenever|while|if|unless) [\w' ]{2,40}|(?:at|for|in|on|during) (?:work|home|school|the office|the gym|night|weekends?|weekdays?|the weekend|the mornings?|the evenings?|the afternoons?|summer|winter|spring|autumn|fall|mobile|desktop|mac|macos|windows|linux|ios|android|production|staging|development|dev|prod|test|(?:my |the )?personal projects?|(?:my |the )?side projects?|vacation|meetings|trips)|(?:in|for|on) (?:the |our |my |project )[\w.-]+(?: [\w.-]+)? (?:project|repo|repository|service|team|app|client|account|office|site|branch|module)|(?:in|for|on) project [\w.-]+)\b/i;

const COMMON_START =
  /^(?:it|its|that|this|these|those|they|he|she|you|everyone|everybody|people|some|one|all|most|many|both|there|here|who|what|which|and|but|so|or|if|when|while|then|also|just|not|life|nature|music|books|dogs|cats|kids|dance|art|hiking|games|\w+ing|dancers?|friends|family|the|a|an)$/i;

interface Reading {
  readonly attribute: string;
  readonly value: string | undefined;
  readonly single?: boolean;
}
type Groups = Readonly<Record<string, string | undefined>>;
type Pattern = readonly [RegExp, (groups: Groups) => Reading | null];

const S = `(?<subject>i|we|(?:my|our) (?:(?!name)\\w+ )?${RELATION}(?: (?!is\\b|was\\b|has\\b|just\\b|now\\b|also\\b|lives?\\b|works?\\b|loves?\\b|likes?\\b|prefers?\\b|hates?\\b|moved\\b|joined\\b|uses?\\b|turned\\b)[A-Z]\\w+(?= (?:is|was|has|just|now|also|lives?|works?|loves?|likes?|prefers?|hates?|moved|joined|uses?|turned)\\b))?|[A-Z][\\w'-]+(?: [A-Z][\\w'-]+)?)`;
const OF = `(?<owner>the (?:[\\w-]+ ){0,2}[\\w-]+'s|my|our|my ${RELATION}'s|our ${RELATION}'s|the|[A-Z][\\w-]+(?: [A-Z][\\w-]+)?'s)`;
const ADV =
  '(?:(?:currently|now|actually|really|just|also|still|always|usually|recently|finally|officially|originally|even|absolutely|only) )*';
const END = '(?<value>[^.!?;\\n]{1,120})';
const at = (source: string): RegExp => new RegExp(`^${source}`, 'i');

const PATTERNS: readonly Pattern[] = [
  [
    at(`(?<subject>my|our) (?:full |real )?name(?:'s| is) ${END}`),
    ({ value }) => ({ attribute: 'name', value }),
  ],
  [at(`(?:please )?(?:call|address) me (?:as )?${END}`), ({ value }) => ({ attribute: 'address', value })],
  [at(`${S}(?:'s|s') name is ${END}`), ({ value }) => ({ attribute: 'name', value })],
  [
    at(`(?<subject>(?:my|our) ${RELATION})(?:'s| is)(?: now)? (?<value>[A-Z]\\w+(?: [A-Z]\\w+)?)(?:[.,!]|$)`),
    ({ value }) => (/^\p{Lu}/u.test(value ?? '') ? { attribute: 'name', value } : null),
  ],
  [at(`${S} is (?:called|named) ${END}`), ({ value }) => ({ attribute: 'name', value })],
  [
    at(
      `${S}(?:'m| am| is|'s| turned| just turned) ${ADV}(?<value>\\d{1,3})(?: years? old| yrs? old| now|[.,!]|$)`,
    ),
    ({ value }) => ({ attribute: 'age', value }),
  ],
  [
    at(`${S} (?:was|were) born (?:on |in )${END}`),
    ({ value }) => ({ attribute: /\d/.test(value ?? '') ? 'birthday' : 'birthplace', value }),
  ],
  [
    at(
      `${S}(?:'ve| have|'s| has)? ${ADV}(?:live|lives|lived|living|reside|resides)(?: now)? (?:in|at|near) ${END}`,
    ),
    ({ value }) => ({ attribute: 'residence', value }),
  ],
  [
    at(`${S}(?:'m| am| is|'s|'re| are) ${ADV}(?:living|based|staying) (?:in|at|near) ${END}`),
    ({ value }) => ({ attribute: 'residence', value }),
  ],
  [
    at(`${S}(?:'ve| have|'s| has)? ${ADV}(?:moved|relocated) (?:\\w+ )?to ${END}`),
    ({ value }) => (DATE_LIKE.test(value ?? '') ? null : { attribute: 'residence', value }),
  ],
  [
    at(`${S}(?:'m| am| is|'s|'re| are) ${ADV}(?:originally )?from ${END}`),
    ({ value }) => ({ attribute: 'origin', value }),
  ],
  [at(`${S} (?:grew up|was raised) in ${END}`), ({ value }) => ({ attribute: 'origin', value })],
  [
    at(`${S}(?:'ve| have|'s| has)? ${ADV}(?:work|works|working) as (?:an? |the )?${END}`),
    ({ value }) => ({ attribute: 'job', value }),
  ],
  [
    at(
      `${S}(?:'m| am| is|'s) ${ADV}(?:an?|the) (?<value>(?:[\\w-]+ ){0,3}(?:engineer|developer|programmer|teacher|doctor|nurse|lawyer|designer|manager|director|accountant|chef|artist|writer|student|scientist|researcher|consultant|analyst|architect|photographer|driver|pilot|dentist|therapist|counselor|professor|founder|ceo|cto|cfo|musician|dancer|actor|actress|barista|electrician|plumber|carpenter|farmer|pharmacist|editor|journalist|translator|librarian|veterinarian|vet|coach|trainer|mechanic|paramedic|firefighter|officer|soldier|economist|psychologist|biologist|chemist|physicist|administrator|assistant|intern|salesperson|realtor|banker))\\b`,
    ),
    ({ value }) => ({ attribute: 'job', value }),
  ],
  [
    at(`${S}(?:'ve| have|'s| has)? ${ADV}(?:work|works|working|worked) (?:at|for) ${END}`),
    ({ value }) => ({ attribute: 'employer', value }),
  ],
  [
    at(
      `${S}(?:'ve| have|'s| has)? ${ADV}(?:joined|got (?:a|the|my) (?:new )?job (?:at|with)|started (?:working )?(?:at|for)) ${END}`,
    ),
    ({ value }) => ({ attribute: 'employer', value }),
  ],
  [
    at(`${S}(?:'m| am| is|'s|'re| are) ${ADV}(?<value>single|married|divorced|engaged|widowed)\\b`),
    ({ value }) => ({ attribute: 'marital status', value }),
  ],
  [
    at(`${S}(?:'m| am| is|'s) ${ADV}(?<not>not |no longer )?(?:allergic|intolerant) to ${END}`),
    ({ value, not }) => polar('allergic to', value, Boolean(not)),
  ],
  [
    at(
      `${OF} (?:all-time |absolute )?(?:favou?rite|fave) (?<thing>[\\w ]{2,40}?)(?: of all time)?(?: is|'s| are| was|:) ${END}`,
    ),
    ({ thing, value }) => ({ attribute: `favorite ${thing ?? ''}`, value }),
  ],
  [
    at(
      `${S}(?:'d| would)? ${ADV}(?:prefer|prefers|rather have) (?<value>[^.!?;,\\n]{1,60}?) (?:over|to|rather than|instead of|more than) (?<other>(?!be\\b|do\\b|have\\b)[^.!?;,\\n]{1,60})`,
    ),
    preferred,
  ],
  [
    at(
      `${S} ${ADV}(?:switched|migrated|changed|moved|went) from (?<other>[^.!?;,\\n]{1,40}?) to (?<value>[^.!?;,\\n]{1,60})`,
    ),
    ({ other, value }) => ({ attribute: `uses: ${bare(other)}`, value: bare(value) }),
  ],
  [
    at(
      `${S}(?:'m| am|'re| are|'ll| will)? ${ADV}(?:use|uses|using) (?<value>[^.!?;,\\n]{1,40}?) (?:for|as|to) (?<thing>[^.!?;,\\n]{2,50})`,
    ),
    ({ thing, value }) => ({ attribute: `uses for ${bare(thing)}`, value }),
  ],
  [
    at(
      `${S} (?<not>(?:don't|do not|doesn't|does not|no longer|can't|cannot) (?:really |even |ever )?)?${ADV}(?:love|loves|like|likes|enjoy|enjoys|adore|adores|use|uses|eat|eats|drink|drinks|play|plays|stand|speak|speaks) (?!to\\b|it\\b|that\\b|this\\b|them\\b|how\\b|when\\b)${END}(?<late> any ?more)?`,
    ),
    ({ value, not }) => polar('likes', value, Boolean(not) || / any ?more$/i.test(value ?? '')),
  ],
  [
    at(`${S} ${ADV}(?:hate|hates|dislike|dislikes|stopped|quit|gave up) ${END}`),
    ({ value }) => polar('likes', value, true),
  ],
  [
    at(
      `${OF} (?<thing>(?:[\\w.-]+ ){0,3}?${FUNCTIONAL}(?: (?:for|of|at|in) (?:the |our |my )?[\\w. -]{2,40}?)?)(?:(?: is| are| was| were|'s| has been| has| got| will be|:)(?: now| currently| actually| still)?|(?= (?:changed|moved|updated|switched) (?:from|to)))(?: (?:changed|moved|set|updated|switched|rescheduled|postponed|renamed|extended|raised|lowered|increased|reduced|pushed|brought forward)(?: from [^.!?;,\\n]{1,40}?)? (?:to|at|for|on|until|by))? ${END}`,
    ),
    occasionOrThing,
  ],
];

/** Occasions have a time and a place, and neither contradicts the other. */
const OCCASION =
  /\b(?:meeting|standup|stand-up|appointment|flight|interview|wedding|exam|party|launch|rehearsal|workshop|class|lesson)\b/;
const PLACE =
  /^(?:in|at|to) (?!\d{1,2}(?:[:.]\d\d| ?[ap]m)\b|noon|midnight|(?:the )?(?:morning|afternoon|evening)|january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{1,2}(?:st|nd|rd|th)? )/i;
const DATE_LIKE =
  /^(?:(?:the|on|in|every|next|this|last) )*(?:\d|january|february|march|april|may\b|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|noon)/i;
/** "Moved to Oslo", "Now living in Oslo": the speaker leaves out the "I". */
const ELIDED_SELF =
  /^(?:(?:just|recently|now|finally|currently|also) )?(?:moved|relocated|living|live|based|joined|switched|working|work|got a|started (?:at|as|working)) /i;

function occasionOrThing({ thing = '', value = '' }: Groups): Reading {
  if (!OCCASION.test(thing.toLowerCase())) return { attribute: thing, value };
  return { attribute: `${thing} ${PLACE.test(value) ? 'place' : 'time'}`, value };
}

/** What an English sentence says about whom; null when no pattern of a contradictable fact fits. */
export function englishAttribute(sentence: string, speaker: string | null): CardAttribute | null {
  const whole = sentence
    .replace(/’/g, "'")
    .replace(/^(?:actually|now|currently|these days|no|so|and|but|from now on|correction)[,:]? /i, '');
  if (/\bused to\b(?! (?:it|that|the)\b)/i.test(whole)) return null;
  const condition = CONDITION.exec(whole)?.[1]?.toLowerCase() ?? '';
  const told = ELIDED_SELF.test(whole) ? `I ${whole.charAt(0).toLowerCase()}${whole.slice(1)}` : whole;
  const text = told
    .replace(CONDITION, '')
    .replace(/ {2,}/g, ' ')
    .replace(/ (?=[.,!]|$)/, '')
    .trim();
  for (const [pattern, read] of PATTERNS) {
    const groups = pattern.exec(text)?.groups;
    const reading = groups ? read(groups) : null;
    const value = bare(reading?.value);
    const subject = groups ? subjectOf(groups, speaker) : null;
    if (!reading || !subject || value === '') continue;
    return {
      subject: subject.name,
      attribute: reading.attribute.toLowerCase().trim(),
      value,
      condition,
      single: (reading.single ?? true) && subject.unique,
    };
  }
  return null;
}

function preferred({ value, other }: Groups): Reading {
  const pair = [bare(value), bare(other?.replace(/ (?:for|in|when|at|on|while|if) .*$/i, ''))].sort();
  return { attribute: `prefers: ${pair.join(' | ')}`, value };
}

/** Likes are many: the liked thing belongs to the attribute, and the value is whether it is liked. */
function polar(verb: string, value: string | undefined, negated: boolean): Reading {
  const thing = bare(value?.replace(/\s*\bany ?more$/i, ''));
  return { attribute: `${verb}: ${thing}`, value: thing === '' ? '' : negated ? 'no' : 'yes' };
}

function subjectOf(
  { subject, owner }: Groups,
  speaker: string | null,
): { name: string; unique: boolean } | null {
  const own = speaker?.toLowerCase() ?? 'self';
  const words = (subject ?? owner ?? 'i').toLowerCase().replace(/'s$/, '');
  if (/^(?:i|we|my|our)$/.test(words)) return { name: own, unique: true };
  if (/^the ./.test(words)) return { name: words.slice(4), unique: true };
  if (words === 'the') return { name: 'the', unique: true };
  const relation = words.replace(/^(?:my|our) /, '');
  if (relation === words) return isName(subject ?? owner ?? '') ? { name: words, unique: true } : null;
  return { name: `${own}'s ${relation}`, unique: ONE_OF.test(relation) };
}

/** Every word has a capital, and the first is no pronoun or common word that only starts the sentence. */
function isName(words: string): boolean {
  const [first = '', ...rest] = words.replace(/'s$/, '').split(' ');
  return [first, ...rest].every((word) => /^\p{Lu}/u.test(word)) && !COMMON_START.test(first);
}

/** The value without articles, adverbs of time and closing marks, in lower case. */
function bare(text = ''): string {
  return text
    .toLowerCase()
    .replace(/^(?:the|a|an|my|our|now|to) /, '')
    .replace(
      /,? (?:and|but|so|because|since|where|who|which|when|after|before|until) (?:i|i'm|my|we|she|he|it|they|the|works?|lives?|am|is|was|has|have|love|loves|been)\b.*$/,
      '',
    )
    .replace(
      / (?:last|next|this) (?:week|month|year|weekend|spring|summer|autumn|fall|winter|\w+day)\b.*$| (?:in|since|from|as of) (?:\d{4}|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\b.*$| (?:a|two|three|several|few|\d+) (?:days|weeks|months|years|month|week|year) ago\b.*$| yesterday\b.*$| for (?:a|two|three|\d+|the past) .*$/,
      '',
    )
    .replace(
      /,? (?:now|currently|these days|at the moment|today|already|again|too|as well|so much|a lot|very much|instead|right now|lately)\b.*$/,
      '',
    )
    .replace(/,.*$/, '')
    .replace(/[\s"'.,!]+$/, '')
    .trim();
}
