import type { DropReason } from './statement';

const QUESTION_START =
  /^(?:what|what's|whats|who|who's|whom|whose|where|where's|when's|why|how|how's|which|is|are|am|was|were|do|does|did|can|could|will|would|shall|should|have you|has|had you|may i|isn't|aren't|don't you|didn't|any(?:thing|one|body)?\s(?:else|new|tips|ideas|plans|advice|fun)|ever|wanna|want to (?:see|join|hear|come)|got any|care to|mind if)\b/i;
/** "When I was ten, …", "What I like is …", "Is" is never one. */
const STATEMENT_WH =
  /^(?:when(?:ever)?|what|how|where|which)\s+(?:i|we|my|he|she|they|it|the)\b(?!.*\?\s*$)/i;
const COMMAND =
  /^(?:please\s+|pls\s+|kindly\s+|can you\s+|could you\s+|would you\s+|just\s+|now\s+|then\s+|let's see\s+)*(?:write|create|generate|fix|echo|show|list|tell|give|explain|describe|run|execute|open|print|help|summari[sz]e|translate|find|search|look|check|add|remove|delete|update|refactor|rename|implement|build|make|compare|calculate|convert|continue|proceed|try|test|debug|draft|rewrite|review|read|send|set|install|deploy|commit|push|pull|merge|revert|undo|redo|start|stop|restart|go|do|take|get|let|put|say|suggest|recommend|provide|analy[sz]e|improve|change|move|copy|paste|import|export|call|ask|wait|hold|click|select|see|watch|listen|imagine|think|consider|compute|count|sort|format|lint|cat|ls|cd|grep|curl|npm|pnpm|yarn|git|docker|sudo|enjoy|keep|stay|believe|trust|remember|forget|never mind|don't|do not|have|be|come|bring|follow|focus|embrace|share|save|spread|hang|cheer|relax|rest|reach|feel free|hit|drop|shoot|join|count on|hope|wish|send|use|prefer|avoid|always|never|cherish|appreciate|celebrate|live|love yourself|treat|learn|grab|pick|turn|give it|gather|research|contact|consult|begin|choose|plan|prepare|practice|stick|invest|explore|visit|talk|speak|write down|break|surround|push|breathe|drink|eat|sleep|aim|figure|work on|reward|challenge|list|stay)\b(?!ed|ing)/i;

const GREETING =
  /^(?:hey|hi|hello|yo|howdy|good (?:morning|afternoon|evening|night|day)|morning|bye|goodbye|see (?:you|ya)|talk (?:to you )?(?:soon|later)|take care|later|cheers|have a (?:good|great|nice|lovely)|catch (?:you|ya)|ttyl|ciao|so long|welcome back|long time|(?:it's |it has )?been (?:a |an |quite |too )*(?:few |couple of )?(?:while|minute|ages|long|days|weeks|months|week|month)\b(?: since (?:we|i) (?:last )?(?:chatted|talked|spoke|caught up|saw|met)|[.!,]|$)|good to (?:see|hear)|great to (?:see|hear)|nice to (?:see|hear|meet)|lovely to)\b/i;

/** Applause, thanks, sympathy, agreement: said to be kind, not to tell. */
const POLITE: readonly RegExp[] = [
  /^(?:thanks|thank you|thx|ty|cheers|much appreciated|appreciated?|congrats|congratulations|good luck|best of luck|have fun|enjoy|well done|way to go|good (?:job|for you|going|idea|point|call|luck|to (?:hear|know|see))|great (?:job|idea|point|to (?:hear|know|see)|work|choice|that)|nice (?:job|one|work|to (?:hear|know|see))|no (?:worries|problem|doubt|need)|you're welcome|my pleasure|anytime|any time|sure thing|sounds? (?:like|so|good|great|fun|amazing|awesome|nice|delicious|perfect|interesting|lovely|tough|really|wonderful|fantastic|cool|intense|incredible)|keep (?:it|up|going|on|me|at|pushing)|hang in|go for it|same here|me too|me neither|likewise|ditto|agreed?|exactly|totally|absolutely|definitely|indeed|true|right|fair enough|of course|for sure|hope|wishing|can't wait to (?:hear|see (?:it|you|what|how|them|your|that|the pic)|read your|try your)|looking forward to (?:hear|it|that|seeing (?:you|it|your|what|how)|your)|so (?:cool|awesome|great|nice|sweet|cute|true|sorry|happy (?:for|to hear|you)|glad|proud (?:of you|for)|jealous|pretty|beautiful|lovely|excited (?:for you|to hear|to see you))|i'?ll (?:keep (?:you|it|that|them)|let you|definitely (?:check|try|keep|let|take|do|think|remember)|check (?:it|them|that)|keep)|let me know|check (?:it|this|that|them) out|here's|here is|here are|look at|take a look|aw+|wow|yay|lol|haha|woo)\b/i,
  /^(?:what a|what an|such a|how)\s/i,
  /^.{0,40}\b(?:must(?:'ve| have) (?:been|felt|taken|had)|must (?:be|feel|bring|give)|i'?m sure (?:it|they|you|he|she|that|the|your|those|people|everyone|everybody)|(?:it|that)(?:'s| is) (?:so |really |very |always |truly |pretty )?\w+ (?:to (?:see|hear|know|watch|read)|(?:that|how) (?:you|your|they|he|she))\b|it'?s clear|(?:a )?lots?(?:'s| has| have)? happened|i bet|i remember (?:you|that|your)|(?:gotta|got to|have to|need to) (?:run|go|head out|get going)\b(?! to)|i'?ll (?:make sure|try my best|be sure)|i'?ll let you know|talk (?:to you )?(?:soon|later)|looking forward to more|something (?:\w+ )?happened(?: to me| recently| today| lately)?[.!]*$|(?:lots|a lot|a few) (?:of )?(?:\w+ )?(?:stuff|things)? ?(?:going on|(?:have |has )?come up)|can'?t wait (?:for|to see) (?:the |your )?(?:pic|photo)|^we should definitely|^(?:so )?glad (?:it|that|you)|no idea how|wish me luck|fingers crossed)\b/i,
  /^i(?:'m| am| was)? (?:(?:so|really|very|truly|just|also|totally|super|always|definitely|genuinely|incredibly|absolutely) )*(?:glad|happy|proud|sorry|excited|thrilled|sure|certain|impressed|rooting|here|grateful|thankful|honou?red|jealous|delighted|stoked|inspired|amazed|curious|confident|pumped)(?: (?:for|to (?:hear|see|know|help|support|listen|have)|of|about|that|with|by|if|i could|it|at))? (?:you|u|your|that|this|it|them|if|how|what|for you|anytime|always|everything|all the|like|my support|i could)\b/i,
  /^i(?:'m| am) (?:(?:so|really|always|just) )*(?:glad|happy|proud|sorry|rooting|here|sure|certain|positive|confident) (?:to hear|to help|to support|for|of|you|that)\b/i,
  /^i (?:(?:can|could|really|totally|completely|definitely|also|truly|do|just|so|absolutely|always|fully|'d|would) )*(?:agree|appreciate|understand|hear you|get (?:it|you|that|what|how)|know (?:what|how|you|that|right|it|the feeling)|see (?:what|why|how|that|it)|bet|hope (?:you|it|that|your|so|to (?:see|hear))|guess so|think so|wish you|can imagine|imagine|can tell|feel (?:you|ya|the same)|relate|believe in you|admire (?:you|your)|second that|promise|like your|love (?:that (?:you|for|about|idea|pic|photo|quote)|your|how|it|this|the (?:idea|look|color|pic|photo))|think (?:you|that's|it's great|your)|have (?:no doubt|faith in you)|'ll be|got you|miss you|owe you)\b/i,
  /^i(?:'ll| will) (?:\w+ )?(?:be (?:there|here|cheering|rooting|sure to)|support you|keep (?:that|it|you|an eye|my fingers)|let you|send you|check (?:it|that|them)|pass|definitely|give it a|do my best|remember that|think about)\b/i,
  /^(?:i'?d|i would|we'?d) (?:really |absolutely |definitely )?(?:love|like|be happy|be glad|be honou?red|be interested) to (?:see|hear|know|check|read|listen|learn more|chat|help|support|watch it|try (?:it|that|them|some)|join|come)\b/i,
  /^(?:don't|do not|never) (?:worry|give up|stop|forget to (?:take|have|enjoy|be)|be|let|hesitate|mind|lose|doubt|sweat|underestimate|say never|get discouraged|feel)\b/i,
  /^(?:we|you)(?:'ve| have|'ll| can| will)? (?:got this|do (?:it|this|anything)|can do (?:it|this|anything)|keep (?:going|pushing|at it|it up)|never give up|make it happen|get through)\b/i,
];

/** Applause for a thing: said without the speaker in it. */
const PRAISE =
  /^(?:that|this|it|those|these|they|which|what)(?:'s|'re| is| are| was| were| sounds?| looks?| seems?| must| has to be| would be| 'd be)(?: (?:so|really|such|very|just|pretty|quite|super|totally|truly|always|definitely|a|an|the|like|absolutely|have been|be|been|all))* (?:\w+ )?(?:great|awesome|amazing|cool|nice|good|wonderful|fantastic|incredible|beautiful|lovely|sweet|impressive|inspiring|interesting|exciting|terrible|awful|tough|rough|hard|true|right|fun|perfect|brilliant|excellent|gorgeous|adorable|cute|stunning|neat|rad|sick|dope|wild|crazy|insane|delicious|tasty|yummy|heartwarming|touching|thoughtful|kind|fair|fine|ok(?:ay)?|sad|scary|frustrating|hilarious|funny|helpful|important|key|understandable|relatable|powerful|breathtaking|peaceful|magical|special|priceless|epic|big|huge|idea|news|point|question|choice|plan|goal|way|attitude|deal|blast|treat|one|thing|spirit|feeling|honor|gem|ambition)\b(?: (?:to hear|to see|to know|of you|for you|that you|news|idea|point|one|stuff|job|work|way|how|you|your|\w+))?[^.]{0,60}$/i;

/** Sayings about life that hold for everybody and therefore for nobody. */
const GENERIC =
  /\b(?:hard work (?:pays|always|really)|pays off|it's (?:all )?about|life is|life's|the key is|is key\b|is (?:so|really|super|very)? ?(?:important|vital|essential|crucial|the best medicine)|are (?:so |really )?(?:important|vital|essential|crucial)|nothing (?:beats|like|better)|there's (?:nothing|something|always)|there is (?:nothing|something|always)|the power of|makes all the difference|make (?:a|the) (?:big |huge |real )?difference|makes? (?:life|it all|everything) (?:better|worth|worthwhile|special)|at the end of the day|one step at a time|everyone|everybody|no matter|anything is possible|worth it|reminds? us|ha(?:s|ve) a way of|(?:can|could) be (?:so |really |very |quite |super )?(?:difficult|hard|tough|challenging|tricky|scary|overwhelming|rewarding|fun|helpful|frustrating)|definitely helps?|it's amazing (?:how|what)|it's (?:great|nice|good|incredible|crazy|so|always|important|normal|okay|ok|natural|fun|hard|tough) (?:to|how|that|when)|journey|we all\b|can be (?:so|really|tough|hard)|moments like|difficult times|hard times|tough times|good times|stay(?:ing)? (?:positive|motivated|strong)|cherish|little things|small things|the best feeling)\b/i;

/** Why a sentence of English tells nothing, or null when it might. `text` begins with the statement itself. */
export function englishRefusal(text: string): DropReason | null {
  if (!/[A-Za-z]{2}/.test(text)) return 'empty';
  const plain = text.replace(/’/g, "'");
  if (isEnglishQuestion(plain)) return 'question';
  if (GREETING.test(plain)) return 'greeting';
  if (
    POLITE.some((pattern) => pattern.test(plain)) ||
    (PRAISE.test(plain) && !/\b(?:i|i'm|i've|my|me|we|our)\b/i.test(plain))
  )
    return 'small_talk';
  if (/^(?:you|your|you're|you've|you'll|you'd|ur|yours|u)\b/i.test(plain)) return 'about_other';
  if (COMMAND.test(plain))
    return /^(?:have|be|love|hope|wish|remember)\b/i.test(plain) ? 'small_talk' : 'command';
  return null;
}

export function isEnglishQuestion(text: string): boolean {
  if (/[?？]["'”’)\]\s]*(?:\p{Extended_Pictographic}|\s|\ufe0f)*$/u.test(text)) return true;
  return QUESTION_START.test(text) && !STATEMENT_WH.test(text);
}

export function isGeneric(text: string): boolean {
  return GENERIC.test(text);
}
