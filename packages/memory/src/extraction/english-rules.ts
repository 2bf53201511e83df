/** Standing orders: how to do things from now on. */
const VERB =
  '(?:use|write|run|commit|push|deploy|reply|answer|respond|ask|call|send|include|add|put|keep|format|test|check|review|sign|mention|refer|address|store|save|log|merge|create|start|end|begin|show|give|provide|explain|translate|speak|talk|schedule|book|contact|email|share|touch|edit|delete|remove|modify|change|force|skip|install|import|export|name|wrap|return|throw|catch|prefer|avoid|assume|guess|make|do|let|set|get|read|open|close|bring|order|buy|leave|lock|turn|suggest|recommend|propose|apologi[sz]e|repeat|summari[sz]e|cite|quote|link|round|convert|print|notify|tell|wait|confirm|verify|validate|document|follow|pick|choose|treat|handle|stick|limit|break|split|exceed|disclose|reveal|hardcode|hard-code|remind|rebase|squash|tag|release|cc|copy|invite|charge|pay|sell|discuss|number|label|mark|date|sort|file|stamp|wash|cover|weigh|measure|count|unplug|switch|water|feed|park|wear|knock|ring)';
const PATTERNS: readonly RegExp[] = [
  new RegExp(`^(?:please )?(?:always|never|only) ${VERB}\\b`, 'i'),
  new RegExp(
    `^(?:please )?(?:do not|don't) (?:ever |again )?${VERB}\\b.*\\b(?:ever|again|anymore|any more|without|in (?:this|the|our|any)|unless|before|after|on fridays?|for|when|to|into|instead|directly|any)\\b`,
    'i',
  ),
  /\b(?:from now on|going forward|in (?:the )?future|every time|whenever|each time|by default|as a rule|without exception)\b.*\b(?:use|write|run|reply|answer|respond|ask|call|send|include|add|keep|format|test|check|make|do|don't|never|always|must|should|show|give|speak|address|sign|avoid|prefer|commit|deploy|notify|tell|wait|confirm|remind)\b/i,
  new RegExp(
    `^(?:please )?${VERB}\\b.*\\b(?:from now on|going forward|in (?:the )?future|every time|whenever|each time|always|by default|at all times|as a rule)\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:you|we|everyone|everybody|all \\w+|nobody|no one|agents?|commits?|tests?|names?|files?|prs?|pull requests?|branches|messages?|answers?|replies|responses?|migrations?|variables?|functions?|releases?|deployments?|meetings?|invoices?|reports?|code|passwords?|secrets?|keys?|docs|comments?|endpoints?|queries|requests?|errors?|logs?|backups?|customers?|employees|visitors|members) (?:must (?:not |never |always |only |be \\w+ed\\b|be (?:in|under|at|below|above|less|signed|written|kept|sent|run)\\b|have (?:a|an|at least)\\b)?(?:${VERB}\\b)?|mustn't ${VERB}|are not allowed|is not allowed|are never|is never|may not|should always|should never|shall not|needs? to always|has to always|have to always)`,
    'i',
  ),
  /\bi(?:'d| would)? (?:always )?(?:want|need|like|expect|prefer) (?:you|all (?:answers|replies)|your (?:answers|replies|responses)|every)\b.*\b(?:to|always|never|in|short|brief)\b/i,
  /\b(?:our|the|team|house|coding|project|my) (?:rule|convention|policy|standard|style guide|guideline|practice|naming|norm|code style|golden rule)s?(?: \w+){0,3} (?:is|are|says?|requires?)\b/i,
  /^(?:please )?(?:use|prefer|stick to|go with) .{1,60}\b(?:instead of|rather than|over|not|never|and not|for (?:all|every|new))\b/i,
  new RegExp(
    `^(?:in|for|on) (?:the|this|our|all|every|any|new) .{0,40}?(?:repo|repository|project|codebase|team|service|company|office|module|app|file|package|branch|pr)s?,? (?:we|you|please|always|never) (?:always |never |only |do not |don't )?${VERB}\\b`,
    'i',
  ),
  /^(?:please )?avoid (?:using )?\w+/i,
  /^(?:make sure|be sure|ensure)(?: that)?(?: you)?(?: to)?\b.*\b(?:always|never|before|every|each|all)\b/i,
  /^(?:please )?(?:call|address) me\b/i,
  /^no (?:\w+ ){1,4}(?:without|before|after|unless|on|in|allowed|please)\b/i,
];
const COUNT = '(?:\\d{1,5}|one|two|three|four|five|six|seven|eight|nine|ten|twenty|half an?|an?)';
const TEXT_UNIT =
  '(?:sentences?|words?|lines?|paragraphs?|bullets?|bullet points?|pages?|characters?|points?|emojis?|items?|slides?|hashtags?|exclamation marks?|headings?)';
/** "Max 80 words", "three sentences at most": how long a text is to be. */
const LIMIT = new RegExp(
  `\\b(?:at most|no more than|not more than|never more than|max(?:imum|\\.)?(?: of)?|up to|under|below|within) ${COUNT} (?:short )?${TEXT_UNIT}\\b|\\b${COUNT} (?:short )?${TEXT_UNIT},? (?:at (?:the )?most|max(?:imum)?|tops|or (?:less|fewer))\\b`,
  'i',
);
const LIMIT_ALONE = new RegExp(`^(?:please |so |and )?(?:${LIMIT.source})[.!]*$`, 'i');
/** Names what a limit is for, in general: "Newsletters: …", "For captions, …". */
const LABEL = /^(?:for |in |on )?(?:(?:our|my|the|all|every|any|each) )?[\w'’ -]{2,40}(?::|,) +/i;
const MEASURE =
  '\\d+(?:[.,]\\d+)?(?: ?(?:to|-|–|and) ?\\d+(?:[.,]\\d+)?)? ?(?:°|%|(?:degrees?|percent|per cent|celsius|fahrenheit|kelvin|lux|bar|psi|volts?|watts?|amps?|db|decibels?|km|kilomet(?:er|re)s?|m|cm|mm|met(?:er|re)s?|kg|g|grams?|kilos?|lit(?:er|re)s?|ml|hours?|minutes?|seconds?|days?|weeks?|months?|euros?|dollars?|pounds?|people|guests|px|pixels?|points?|words?|characters?|lines?|pages?|sentences?|slides?|items?|copies|boxes|seats|rows|steps|files?|[kmg]b)\\b)';
/** A value that something is to have: "the cellar must stay at 18 to 21 degrees". */
const VALUES: readonly RegExp[] = [
  new RegExp(
    `^(?!(?:i|you|he|she|it|we|they|that|this)\\b)[\\w'’ -]{2,50} (?:(?:must|has to|have to|needs? to|shall)(?: only| not| never| always)? (?:be|stay|remain|keep|exceed|go|drop|fall|rise)|should (?:(?:always|never|not|only) )?(?:stay|remain|exceed|be (?:kept|held|between|at most|at least|under|below|above)|be(?= \\d+ ?(?:to|-|–) ?\\d)))\\b.{0,40}?${MEASURE}`,
    'i',
  ),
  new RegExp(
    `^(?:please )?(?:keep|hold|leave|set|maintain) .{2,50} (?:at|between|under|below|above|over|within|to) .{0,12}${MEASURE}`,
    'i',
  ),
  new RegExp(
    `^(?:for |in )?(?:the|our|my|all|every|each) [\\w'’ -]{2,40}(?::|,) ?(?:between |at |max(?:imum)? |min(?:imum)? )?${MEASURE}(?: (?:at (?:most|least)|max(?:imum)?|min(?:imum)?))?[.!]*$`,
    'i',
  ),
  new RegExp(`^[A-Z][\\w'’ -]{2,40}: ?(?:between |at )?\\d+(?:[.,]\\d+)? ?(?:to|-|–|and) ?${MEASURE}[.!]*$`),
];
/** Orders without a verb: "Only our own pictures", "Metric units only", "No jargon". */
const VERBLESS: readonly RegExp[] = [
  /^only (?!a\b|an\b|one\b|two\b|three\b|four\b|five\b|\d|if\b|when\b|then\b|because\b|few\b|some\b|just\b|now\b|yesterday\b|today\b|after\b|since\b|the best\b|time\b|god\b|kidding\b|joking\b|once\b|that\b|this\b|i\b|you\b|he\b|she\b|we\b|they\b|it\b)(?!.*\b(?:is|are|was|were|am|has|had|have|did|does|do|will|would|can|could|left|went|came|got|made|knows?|thinks?|remains?|matters?|happens?|\w{3,}ed)\b)[\w'’ ,&/-]{6,80}[.!]*$/i,
  /^(?!i\b|you\b|he\b|she\b|it\b|not\b|if\b|the one and\b)(?:[\w'’-]+ ){1,5}only[.!]*$/i,
  /^no (?:more )?(?:[\w-]+ ){0,2}(?:emojis?|jargon|slang|abbreviations?|acronyms?|exclamation marks?|bullet points?|bullets|capitals|adverbs|clich[eé]s|hashtags?|footnotes?|tables?|headings?|anglicisms|passive|semicolons?|dashes|stock (?:photos|pictures|images)|links|attachments|small talk|greetings?|apologies|preamble|sugar|nuts|meat|peanuts|gluten|shoes|smoking|dogs)(?: (?:or|and|in) [\w' -]{2,40})?[.!]*$/i,
];
const IDIOM =
  /\b(?:must(?:'ve| have) (?:been|felt|had|taken|made|given|meant)|(?:you|it|he|she|they|that|this) must (?:really |have |be |feel |love |miss |enjoy |look |bring |mean |make |add |keep |know |find |see |get )|never (?:give up|mind|stop|forget|too late|say never|lose|let (?:anyone|go|them))|always (?:good|great|nice|here|fun|remember|believe|be (?:here|there|grateful|yourself)|there|welcome|keep (?:pushing|going|your|smiling)|make time|do your best)|give up|your (?:dream|heart|passion|gut|head up|family)|have fun|be (?:yourself|kind|proud)|do(?:n't)? (?:what|your best|it|worry|let)|keep (?:it up|going|pushing|up|your|at|shining|smiling|doing)|check (?:it|this|them) out|worry|take care|dreams?|let me know|tell me (?:about|how|what|more)|send me (?:a|the|some) (?:pic|photo|link)|good luck|let's|make (?:the most|memories)|do you)\b/i;
const ABSOLUTE =
  /\b(?:always|never|must|must not|mustn't|under no circumstances|no exceptions?|without exception|not allowed|forbidden|prohibited|at all times|shall not)\b/i;

/**
 * Whether the sentence is a standing rule; `absolute` when it leaves no exception. After an order (`ordered`), limits and
 * phrases without a verb belong to that order.
 */
export function englishRule(text: string, { ordered = false } = {}): { absolute: boolean } | null {
  const plain = text.replace(/’/g, "'");
  // "I never eat meat" tells of a habit, not of an order.
  if (
    /^(?:i|he|she|they|my|his|her)\b(?!'d| would| want| need| expect| prefer| always want)/i.test(plain) &&
    !/\b(?:rule|convention|policy)\b/i.test(plain)
  )
    return null;
  if (IDIOM.test(plain)) return null;
  const terse = ordered
    ? false
    : VALUES.some((pattern) => pattern.test(plain)) || isVerbless(plain) || isStandingLimit(plain);
  if (!terse && !PATTERNS.some((pattern) => pattern.test(plain))) return null;
  return { absolute: ABSOLUTE.test(plain) };
}

/** "Only approved pictures", or the same behind what it is for: "For captions: only names". */
function isVerbless(plain: string): boolean {
  const label = /^[\w'’ -]{2,40}: +/.exec(plain)?.[0] ?? '';
  return [plain, plain.slice(label.length)].some((words) => VERBLESS.some((pattern) => pattern.test(words)));
}

/** A limit holds from now on when it says for what, or comes with a further order. Alone it is about the text at hand. */
function isStandingLimit(plain: string): boolean {
  if (!LIMIT.test(plain) || isLimitAlone(plain)) return false;
  const found = LABEL.exec(plain);
  const label = found && !LIMIT.test(found[0]) ? found : null;
  const rest = plain.slice(label?.[0].length ?? 0);
  if (label && LIMIT_ALONE.test(rest) && !isOneText(label[0])) return true;
  const parts = rest.split(/[,;]| and /i).map((part) => part.trim());
  const orders = parts.filter((part) => FURTHER_ORDER.test(part));
  return parts.some((part) => LIMIT_ALONE.test(part)) && orders.length > 0;
}

const FURTHER_ORDER = new RegExp(
  `^(?:and |then |please )?(?:(?:always|never|do not|don't|only) )?${VERB}\\b|^no \\w+`,
  'i',
);

function isOneText(label: string): boolean {
  return /\b(?:this|that|it|these|now|today|here|next one)\b/i.test(label);
}

/** "Max 80 words" and nothing else: said of the text that is being written. */
export function isLimitAlone(text: string): boolean {
  return LIMIT_ALONE.test(text.replace(/’/g, "'").trim());
}

/** A label that only announces a rule and is no part of it: "First thing: always …", "House rule: never …". */
const ANNOUNCES =
  /^(?:(?:the |a )?(?:very )?(?:first|second|third|next|last|other|another|one|two|three|some|few|house|ground|standing|general|golden|basic|quick|important|main|simple|also|just|my|our)\b[\w' -]{0,30}|(?:the )?rules?\b[\w ]{0,12}|reminder|note|nb|ps|p\.s\.|please note|remember|number \w+|point \w+|\d{1,2}[.)]?)\s*[:–—-]\s+(?=\S)/i;

/** Length of an announcement in front of a rule; 0 when there is none. */
export function announcement(text: string): number {
  const match = ANNOUNCES.exec(text);
  if (!match || /\b(?:this|following|below|these|said|says|wrote)\b/i.test(match[0])) return 0;
  return englishRule(text.slice(match[0].length)) ? match[0].length : 0;
}
