import { englishAttribute } from './english-attributes';
import { englishLead } from './english-lead';
import { englishRule, isLimitAlone } from './english-rules';
import { englishRefusal, isGeneric } from './english-small-talk';
import { refuse, type Cue, type SentenceContext, type Verdict } from './statement';
import { contentWords } from './english-words';

const THRESHOLD = 3;
/** Somebody or something has a named property of this value: that is a fact, however plain the words. */
const OF_AN_ATTRIBUTE = 1.5;

const RELATION =
  '(?:mom|mum|mother|dad|father|parents?|wife|husband|partner|spouse|fiancée?|girlfriend|boyfriend|gf|bf|son|daughter|kids?|child(?:ren)?|baby|toddler|brother|sister|siblings?|twin|aunt|uncle|niece|nephew|cousin|grand(?:ma|pa|mother|father|parents|son|daughter|kids)|gran|nana|family|fam|in-laws|mother-in-law|father-in-law|step\\w+|friends?|best friend|buddy|buddies|roommates?|housemate|neighbou?rs?|colleagues?|co-?workers?|boss|manager|mentor|coach|teacher|trainer|doctor|therapist|tutor|teammates?|team|band|class(?:mates)?|students?|clients?|customers?|landlord|dogs?|cats?|pups?|puppy|puppies|pets?|kitty|kittens?|turtles?|rabbit|hamster|parrot|horse)';
const FIRST =
  /^(?:(?:i|i'm|im|i've|ive|i'd|i'll|we|we're|we've|we'll|we'd|my|mine|our|ours|me and|both of us|us)\b)/i;
const FIRST_INSIDE = /\b(?:i|i'm|im|i've|i'd|i'll|we|we're|we've|we'll|my|our|me|us|myself)\b/i;
/** "Us" and "our" alone often mean mankind; "I", "my" and "we did" do not. */
const ONE_SELF =
  /\b(?:i|i'm|im|i've|i'd|i'll|my|me|myself|mine|we'(?:re|ve|ll|d)|we (?!all\b|can\b|should\b|need\b|must\b))/i;
const PREFIXED =
  /^(?:(?:last|this|next|yesterday|today|tomorrow|recently|lately|earlier|since|after|before|when|while|during|in|on|at|for|over|right now|currently|now|once|then|growing up|back|as|because|with|both|even|though|although|if|one|two|every|each|most|usually|sometimes|often|these days|nowadays|finally|starting|just|still|unfortunately|also|by|until|whenever|as soon as|thanks to|besides|apart from|instead|ever since|at first|outside of|a (?:few|couple)|a while|some|\d+)\b)/i;
const ELIDED =
  /^(?:(?:just|recently|currently|still|finally|also|even|already|actually|been|always|only|really|mostly|usually|definitely|probably|maybe) )*(?:gonna|going|got|had|went|researching|working|finished|started|planning|thinking|trying|took|made|saw|met|bought|loved?|hoping|heading|looking|feeling|have|having|used|living|studying|learning|reading|watching|playing|writing|training|preparing|getting|taking|spending|spent|won|lost|moved|joined|signed|decided|quit|adopted|found|visited|hiked|cooked|baked|painted|ran|born|grew|can't|wanna|want|need|prefer|like|hate|enjoy|did|came|tried|volunteering|volunteered|staying|building|running|practicing|doing|making|attended|attending|celebrated|booked|ordered|switched|graduated|passed|failed|called|named|wrote|built|taught|set up|set|ended up|checked out|caught|stayed|enjoyed|wrapped|picked|kept|received|landed|mainly|helped|been|\w{2,}ed (?:my|a|an|the|our|some|for|to|in|on|at|it))\b/i;
const PRONOUN =
  /^(?:it|it's|its|that|that's|this|these|those|they|they're|they've|their|he|he's|his|she|she's|her|there|there's|here|which|one of them|both|all of them|some of them)\b/i;
const OTHER_RELATION = new RegExp(`\\b(?:my|our|his|her|their)(?: \\w+){0,2} ${RELATION}\\b`, 'i');
const NOUN_SUBJECT =
  /^(?:(?:the|a|an|another|one|two|three|some|many|most|all|both|each)\s)?[a-z][\w'-]*(?:\s[\w'-]+){0,6}?\s(?:is|are|was|were|has|have|had|will|would|can|could|should|helps?|made|makes?|gives?|gave|took|starts?|started|ends?|needs?|runs?|lives?|works?|loves?|likes?|wants?|uses?|lets?|keeps?|went|got|came|comes|costs?|takes?|happened|moved|became|opens?|closes?|goes|inspires?|inspired|reminds?|means|meant|turned)\b/i;
const PROPER_SUBJECT =
  /^[A-Z][a-z]+(?:'s)?(?:\s(?:and\s)?[A-Z][a-z]+)*\s(?:is|are|was|were|has|have|had|will|would|can|\w+s|\w+ed|went|got|said|told|came|made|took|gave|and|[a-z]+)\b/;

/** Who a sentence tells of: the speaker, people of the speaker, or a left-out "I" at the start. */
const WHO = `(?:^|[-–—,;:] |\\b(?:i|we|he|she|they|who|which|and|but|also|then|it|my(?: \\w+){1,2}|our(?: \\w+){1,2}|his \\w+|her \\w+|their \\w+|[A-Z]\\w+))`;
const AUX = "(?:'m|'re|'s|'ve|'d|'ll| am| are| is| was| were| have| has| had| would| will| did)?";
const ADV =
  '(?: (?:just|also|finally|recently|even|actually|already|never|once|first|always|both|really|only|all|been|still|currently|now|usually|often|sometimes|mostly|totally|definitely|absolutely|so|super|pretty|very|quite|truly|probably|maybe|kinda|kind of|a bit|not|the one|to|get to|got to|both|simply|especially|particularly|especially|sure|lately))*';
const about = (words: string): RegExp => new RegExp(`${WHO}${AUX}${ADV} ?\\b(?:${words})\\b`, 'i');

const PATTERNS: readonly (readonly [Cue, number, RegExp])[] = [
  [
    'decision',
    3,
    /\b(?:(?:i|we|they)(?:'ve| have)? (?:finally |just |all |both )?(?:decided|chose|settled on|agreed (?:on|to|that)|made (?:up (?:my|our) mind|the decision|a decision)|opted|picked)|let's (?:go with|use|keep|stick|switch)|(?:the )?decision(?: is|:| was)|going with|we(?:'ll| will) (?:use|go with|ship|drop|keep|switch)|(?:was|were|is|are|it's) decided)\b/i,
  ],
  [
    'identity',
    4,
    /\b(?:my (?:full |first |last |middle |nick)?name(?:'s| is)|i'm called|call me|i(?:'m| am| was| just turned| turned|'ll be) (?:turning )?\d{1,3}(?: years| yrs|[,.!]|$| now| today| next| this| in)|i(?:'m| am)(?: originally| actually)? from\b|i was (?:born|raised)|i grew up|i live\b|i(?:'ve| have) lived|i(?:'m| am) (?:based|living)|we live|i moved|we moved|my (?:home|hometown|birthday|phone|number|email|address|age|job|birth|degree|major|nationality|religion|zodiac|blood type|height|weight|time zone|timezone|pronouns|roots|country)\b|i (?:work|worked|used to work|freelance) (?:as|at|for|in|with|on|full|part|from|night|remotely)|i(?:'m| am| was| used to be)(?: currently| now| also| actually)? (?:an?|the) (?:\w+[ -]){0,4}(?:\w+(?:er|or|ist|ian|eer|ant|ent|ary|man|woman|smith|chef|nurse|pilot|cook|clerk|judge|ceo|cto|vet|coach|parent|mom|dad|vegan|vegetarian|twin|intern|student|teacher))\b|i(?:'m| am) (?:single|married|divorced|engaged|widowed|pregnant|retired|unemployed|vegan|vegetarian|gay|bi|bisexual|lesbian|trans\w*|non-binary|left-handed|allergic|diabetic|lactose|celiac|colou?rblind|deaf|autistic|dyslexic)|i(?:'ve| have) (?:asthma|adhd|diabetes|allergies|celiac|anxiety|insomnia)|allergic to|(?:i|we)(?:'ve| have)? (?:been married|got married|got engaged|got divorced)|(?:his|her|their|its) names? (?:is|are)|(?:is|are) named)/i,
  ],
  [
    'contact',
    3,
    new RegExp(
      `(?:^|[,;] |\\b(?:and|but|that|because|when|so|if|while) )(?:my|our)(?: (?:\\w+)){0,2} ${RELATION}(?:'s|s')?(?: \\w+){0,3} (?:is|are|was|were|has|have|had|lives?|works?|loves?|likes?|hates?|got|went|moved|started|wants?|teaches|studies|named|called|turned|plays?|said|told|made|came|took|gave|helped|passed|visited|bought|can|just|enjoys?|keeps?|needs?)\\b`,
      'i',
    ),
  ],
  [
    'preference',
    3,
    new RegExp(
      `${about("love|loves|loved|loving|like|likes|enjoy|enjoys|enjoyed|enjoying|prefer|prefers|preferred|hate|hates|dislike|dislikes|adore|adores|can't stand|don't like|doesn't like|do not like|into|fond of|a (?:big |huge )?fan of|passionate about|obsessed with|hooked on|interested in|keen on|crave|drawn to|addicted to|tired of|sick of|scared of|afraid of|can't live without|fascinated by|inspired by|love for|miss|value|cherish|treasure|appreciate|look forward to|rather").source}|favou?rites?\\b|\\bfaves?\\b|\\b(?:my|our) (?:\\w+ ){0,2}(?:passion|passions|hobby|hobbies|go-to|thing|happy place|comfort food|guilty pleasure|style|taste|weakness|fear|fears|dream|dreams|goal|goals|love|interest|interests|strength|escape|outlet|therapy|jam|inspiration|hero|role model|motivation)\\b`,
      'i',
    ),
  ],
  [
    'habit',
    2.5,
    /\b(?:i|we|my \w+|he|she|they)(?:'m| am|'re| are)? (?:usually|always|often|never|rarely|sometimes|normally|typically|regularly|generally|mostly|still|try to)\b|\bevery (?:\w+ )?(?:day|morning|evening|night|week|weekend|weekday|workday|quarter|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday|summer|winter|other|time)\b|\b(?:once|twice|three times|\d+ times|several times|a few times) (?:a|per|each|every) (?:day|week|month|year)\b|\b(?:each|per) (?:day|week|morning)\b|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\b(?:used to|tend to|been \w+ing)\b|\b(?:for|about|over) (?:\w+ )?(?:\d+|two|three|four|five|six|seven|eight|nine|ten|a few|several|many) (?:years|months|weeks|hours)\b|\b(?:since|as a kid|as a child|growing up|when i was|these days|nowadays|lately|daily|weekly|tradition)\b/i,
  ],
  [
    'habit',
    2.5,
    /\b(?:i|we|my \w+|our \w+)(?: (?:always|usually|mostly|only|never|no longer|now|currently|also|don't|do not|can't|cannot|doesn't))* (?:eat|eats|drink|drinks|use|uses|wear|wears|drive|drives|commute|walk|smoke|sleep|run on|runs on|deploy|deploys|host|ship|ships|follow|follows|name|keep)\b/i,
  ],
  [
    'skill',
    2.5,
    about(
      'good at|great at|bad at|better at|fluent in|learning|studying|taking (?:a|an|up)|practicing|training|know how to|can (?:play|speak|cook|code|dance|sing|draw|swim|drive|ride|write|make|do)|speak|play|plays|know|majored in|graduated|certified|teach|teaches|mentor|volunteer|volunteers',
    ),
  ],
  [
    'possession',
    2,
    /^(?:my|our)(?:,? [\w'-]+){1,6}?,? (?:is|are|was|were|has|have|had|runs?|comes?|starts?|ends?|costs?|needs?|opens?|closes?)\b/i,
  ],
  [
    'possession',
    2.5,
    about(
      "(?:got|have|has|had|having|own|bought|adopted|drive|owns|built|received|won|found|lost|sold|keep)(?:'t)?(?: \\w+)? (?:a|an|my|our|the|two|three|four|five|\\d+|some|this|new|another|his|her|these|tickets|it|many|lots|other|no|one|plenty)",
    ),
  ],
  [
    'plan',
    2.5,
    new RegExp(
      `${about("planning|gonna|going to|hoping to|thinking (?:of|about)|considering|aiming|preparing|getting ready|looking (?:to|for|into)|saving|training for|working (?:on|towards?)|about to|set to|trying to|signed up|applying|pursuing|want to|wanna|wanted to|wants to|hope to|plan to|plans to|intend to|need to|have to|'d love to|love to|like to|gotta|thinking about|can't wait (?:to|for)|excited (?:to|for|about)").source}|\\b(?:i|we)(?:'ll| will)\\b|\\bmy (?:\\w+ )?(?:plan|plans|goal|goals|dream|aim|next|bucket list|to-do list)\\b|\\b(?:looking forward to|upcoming|deadline|due (?:on|by)|scheduled|appointment|flight|interview|off to|headed to|heading to|coming up|going (?:on|camping|hiking|swimming|to (?:a|an|the|see|visit)))\\b`,
      'i',
    ),
  ],
  [
    'activity',
    2,
    about(
      '(?:working|doing|going|trying|taking|getting|making|looking|reading|watching|writing|playing|learning|running|building|creating|helping|teaching|volunteering|searching|researching|contacting|checking|preparing|organizing|planning|designing|painting|cooking|baking|training|practicing|exploring|studying|using|seeing|facing|struggling|dealing|thinking|considering|raising|saving|starting|developing|focusing|feeling|waiting|hoping|heading|living|staying|spending|moving|visiting|attending|working|collecting|growing|eating|dating|recovering|catching|expanding|hosting|setting|experimenting|juggling|balancing|promoting|pursuing|applying|carving|reducing|limiting|focused on|stuck|swamped|determined|busy|off to|part of|involved in|responsible for|in charge of|surrounded by|up for|ready (?:to|for)|able to|nervous|stressed|overwhelmed|anxious|worried|exhausted|relieved|excited (?:about|to|for)|thrilled (?:to|about|that|with)|stoked (?:about|to|for)|grateful (?:for|to have)|thankful (?:for|to have)|proud of (?:my|our|myself|the|what|how))',
    ),
  ],
  [
    'past',
    2.5,
    about(
      'went|got|took|made|saw|met|bought|started|finished|joined|visited|attended|learned|learnt|moved|lost|won|found|had|did|read|watched|wrote|ran|began|gave|told|came|left|felt|tried|wrapped|applied|signed|graduated|passed|quit|built|cooked|baked|painted|played|booked|hiked|camped|spent|celebrated|broke|hurt|fell|adopted|created|taught|volunteered|helped|hosted|organi[sz]ed|launched|opened|closed|sold|received|heard|bumped|caught|planted|designed|recorded|performed|competed|entered|presented|published|submitted|interviewed|landed|accepted|offered|failed|struggled|dealt|grew|flew|drove|traveled|travelled|stayed|explored|discovered|picked|put|set|checked|fixed|upgraded|installed|deployed|migrated|shipped|released|gone|to|working|feeling|doing|trying|reading|having|playing|through|done|seen|taken|given|written|chosen|known|become|became|lived|worked|studied|reached|completed|earned|raised|invited|surprised|decided|realized|realised|noticed|switched|cut|shared|talked|called|asked|convinced|woke|walked|rode|swam|sang|danced|drew|tasted|ate|drank|ordered|forgot|remembered|survived|recovered|injured|sprained|twisted|donated|collected|saved|brought|sent|needed|wanted|used|inspired|was|were|thought|said|knew|kept|wore|hit|paid|held|led|showed|spoke|stood|stuck|turned|fought|chose|sat|slept|threw|understood|lent|beat|(?!(?:interest|excit|thrill|relax|tir|determin|relat|fascinat|obsess)ed)\\w{3,}ed',
    ),
  ],
  [
    'opinion',
    1.5,
    /\b(?:i (?:think|feel|believe|find|found|consider|guess|realized|realised|hope)|to me|for me|makes? me|made me|means? (?:a lot|so much|the world)|in my opinion|helps? me|gives? me|gave me|keeps? me|inspires? me|reminds? me|lets? me|brings? me|bring us|motivat\w+ me|it (?:was|is|'s) (?:so |really |such |a |an |about |like )*\w+|feels? (?:like|so|really|great|good|amazing)|important to me|because|'cause|since|such a|so much|the best|the most|more than)\b/i,
  ],
  [
    'project',
    1.5,
    /\b(?:server|database|api|port|branch|repo(?:sitory)?|deploy\w*|release|version|docker|kubernetes|postgres\w*|mysql|redis|typescript|python|node(?:\.js)?|react|vue|next\.js|endpoint|staging|production|build|pipeline|ci\b|test suite|framework|library|package|module|service|cluster|config(?:uration)?|environment|schema|migration|backend|frontend|codebase|ticket|sprint|milestone|budget|deadline|stakeholder|client|contract|launch|stand-?up|sync|retro|on-call|repo)\b/i,
  ],
];
const DATED =
  /\b(?:yesterday|today|tomorrow|tonight|last (?:night|week|month|year|weekend|\w+day|summer|winter|fall|spring)|(?:this|next) (?:week|month|year|weekend|\w+day|summer|winter|fall|spring)|\d+ (?:days?|weeks?|months?|years?) ago|(?:a|an|one|two|three|few) (?:days?|weeks?|months?|years?) ago|(?:19|20)\d\d|jan(?:uary)?|feb(?:ruary)?|march|april|june|july|august|september|october|november|december|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?)\b/i;
const CORRECTION =
  /\b(?:actually|correction|i meant|i mean to say|not \w+ anymore|no longer|anymore|any more|instead of|changed (?:to|my mind|from)|switched (?:to|from)|moved to|used to|wrong|it's not|rather than|is now|are now|now (?:it's|i'm|i|we|is|use|prefer)|updated to|rescheduled|postponed|renamed)\b/i;

/** Judges one English sentence. `text` is the sentence of the stored turn. */
export function judgeEnglish(sentence: string, context: SentenceContext): Verdict & { offset: number } {
  const lead = englishLead(sentence, context.names);
  const text = sentence.slice(lead.offset).replace(/’/g, "'");
  const verdict = judge(text, { ...context, lead: lead.words, explicit: lead.explicit });
  return { ...verdict, offset: lead.offset };
}

type Context = SentenceContext & { readonly lead: string; readonly explicit: boolean };

function judge(text: string, context: Context): Verdict {
  if (isLimitAlone(text)) return refuse('command');
  const rule = englishRule(text, { ordered: context.ordered ?? false });
  if (rule && !/\?\s*$/.test(text)) return ruleVerdict(rule.absolute, context.explicit);
  if (text.trim() === '')
    return refuse(
      /\b(?:hi|hello|hey|bye|good (?:morning|evening))\b/.test(context.lead) ? 'greeting' : 'small_talk',
    );
  const refusal = context.explicit ? null : englishRefusal(text);
  if (refusal) return refuse(refusal);
  if (context.withAssistant && isRequest(text)) return refuse('command');
  const cues = cuesOf(text, context);
  // A saying about life in which no person occurs.
  if (!context.explicit && isGeneric(text) && isForAnybody(text, cues)) return refuse('no_fact');
  const plain = strengthOf(text, cues, context);
  const strength = plain < THRESHOLD && englishAttribute(text, null) ? plain + OF_AN_ATTRIBUTE : plain;
  const continues = PRONOUN.test(text) || (isFragment(text) && context.follows);
  const needed = continues ? (context.follows ? THRESHOLD - 1.5 : THRESHOLD + 1) : THRESHOLD;
  if (strength >= needed || context.explicit) return { fact: true, strength, cues, continues };
  return { fact: false, reason: 'no_fact', almost: { strength, cues, continues } };
}

function ruleVerdict(absolute: boolean, explicit: boolean): Verdict {
  const cues = new Set<Cue>(['rule']);
  if (absolute) cues.add('absolute');
  if (explicit) cues.add('explicit');
  return { fact: true, strength: 7, cues, continues: false };
}

/** Wishes to an assistant are orders: "I want you to …", "I need a function that …". */
function isRequest(text: string): boolean {
  return /^i(?:'d| would)? (?:like|want|need|am looking for|'m looking for)(?: (?:you|to (?:know|understand|ask|see|learn how|find|get|make|create|write|build|fix|add|check)|help|some help|a (?:function|script|query|regex|list|summary|way|code|class|component|prompt|poem|story|email|letter|recipe for)|an? \w+ (?:function|script|query|component|example)|(?:your|some) (?:help|advice|ideas)))\b|^i (?:have|had|got) (?:a|some|another) (?:question|request|quick)|^i(?:'m| am) (?:asking|wondering|curious|trying to (?:understand|figure))|^(?:yes|ok|okay|thanks)\b/i.test(
    text,
  );
}

/** Cues in the order in which the sentence shows them: the first verb says what it mainly tells. */
function cuesOf(text: string, context: Context): Set<Cue> {
  const shown = PATTERNS.flatMap(([cue, , pattern]) => {
    const match = pattern.exec(text);
    return match ? [{ cue, end: match.index + match[0].length }] : [];
  });
  const cues = new Set<Cue>(shown.sort((a, b) => a.end - b.end).map(({ cue }) => cue));
  if (context.explicit) cues.add('explicit');
  if (CORRECTION.test(text) || /^(?:no|nope|actually|correction|wait|sorry)\b/.test(context.lead))
    cues.add('correction');
  if (DATED.test(text)) cues.add('dated');
  return cues;
}

function strengthOf(text: string, cues: ReadonlySet<Cue>, context: Context): number {
  const words = contentWords(text, context.names);
  let strength = subjectStrength(text);
  strength += bestWeight(cues) + Math.min(1.5, 0.5 * Math.max(0, cues.size - 1));
  if (cues.has('dated')) strength += 1.5;
  if (OTHER_RELATION.test(text)) strength += 0.75;
  if (context.follows && PRONOUN.test(text) && words >= 2 && ONE_SELF.test(text)) strength += 1.5;
  if (/\b\d/.test(text)) strength += 0.5;
  if (/[a-z,] [A-Z][a-z]{2,}/.test(text.replace(/\bI\b/g, 'i'))) strength += 0.5;
  strength += wordWeight(words, FIRST.test(text) && SHORT_FACTS.some((cue) => cues.has(cue)));
  if (/\b(?:you|your|you're|you've|you'll|u)\b/i.test(text))
    strength -= FIRST.test(text) && words >= 4 ? 1 : 2;
  if (isForAnybody(text, cues)) strength -= 1.75;
  if (isGeneric(text)) strength -= ONE_SELF.test(text) ? 1 : 2.5;
  return strength;
}

/** "Trying new things is hard" begins like a left-out "I am trying" but has a verb of its own. */
const GERUND_SUBJECT =
  /^\w+ing\b[^,;-]{2,60}?\b(?:can|is|are|helps?|makes?|takes?|gives?|brings?|definitely|really|always|will|would|does|keeps?)\b/i;

/** "Hiking is a great way to relax": no person, name, number or date, so it holds for anybody. */
function isForAnybody(text: string, cues: ReadonlySet<Cue>): boolean {
  if (
    ONE_SELF.test(text) ||
    PRONOUN.test(text) ||
    (ELIDED.test(text) && !GERUND_SUBJECT.test(text)) ||
    cues.has('dated') ||
    cues.has('project')
  )
    return false;
  return !/\d|\b[a-z]+,? [A-Z][a-z]{2,}|[“"]\w|\b(?:was|were|had|went|did|got|came|made|took|won|lost|\w{3,}ed (?:us|our|the))\b/.test(
    text,
  );
}

/** "I like tea" is whole with one word of content; "that was it" is not. */
const SHORT_FACTS: readonly Cue[] = ['preference', 'identity', 'skill', 'habit', 'possession'];

function wordWeight(words: number, plain: boolean): number {
  if (words >= 6) return 0.5;
  if (words >= 3) return 0;
  if (words === 2) return plain ? 0 : -0.75;
  return words === 1 && plain ? -0.75 : -2.5;
}

function subjectStrength(text: string): number {
  if (FIRST.test(text)) return 1.5;
  if (PRONOUN.test(text)) return FIRST_INSIDE.test(text) ? 0.75 : 0;
  if (PREFIXED.test(text) && FIRST_INSIDE.test(text)) return 1.5;
  if (ELIDED.test(text)) return 1.25;
  if (PROPER_SUBJECT.test(text)) return 1.25;
  if (NOUN_SUBJECT.test(text)) return FIRST_INSIDE.test(text) ? 1.25 : 0.75;
  return FIRST_INSIDE.test(text) ? 0.5 : 0;
}

function bestWeight(cues: ReadonlySet<Cue>): number {
  return PATTERNS.reduce((best, [cue, weight]) => (cues.has(cue) ? Math.max(best, weight) : best), 0);
}

/** Goes on without a subject: "Really made me think …". */
function isFragment(text: string): boolean {
  return (
    /^(?:really|especially|mostly|plus|just|so|such|not|because|'cause|cuz|like|made|makes?|helps?|and|or|with|which|where|super|very|definitely)\b/i.test(
      text,
    ) && !FIRST.test(text)
  );
}
