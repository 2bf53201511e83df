/** Standing orders: how to do things from now on. */
const VERB =
  '(?:use|write|run|commit|push|deploy|reply|answer|respond|ask|call|send|include|add|put|keep|format|test|check|review|sign|mention|refer|address|store|save|log|merge|create|start|end|begin|show|give|provide|explain|translate|speak|talk|schedule|book|contact|email|share|touch|edit|delete|remove|modify|change|force|skip|install|import|export|name|wrap|return|throw|catch|prefer|avoid|assume|guess|make|do|let|set|get|read|open|close|bring|order|buy|leave|lock|turn|suggest|recommend|propose|apologi[sz]e|repeat|summari[sz]e|cite|quote|link|round|convert|print|notify|tell|wait|confirm|verify|validate|document|follow|pick|choose|treat|handle|stick|limit|break|split|exceed|disclose|reveal|hardcode|hard-code|remind|rebase|squash|tag|release|cc|copy|invite|charge|pay|sell|discuss)';
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
const IDIOM =
  /\b(?:must(?:'ve| have) (?:been|felt|had|taken|made|given|meant)|(?:you|it|he|she|they|that|this) must (?:really |have |be |feel |love |miss |enjoy |look |bring |mean |make |add |keep |know |find |see |get )|never (?:give up|mind|stop|forget|too late|say never|lose|let (?:anyone|go|them))|always (?:good|great|nice|here|fun|remember|believe|be (?:here|there|grateful|yourself)|there|welcome|keep (?:pushing|going|your|smiling)|make time|do your best)|give up|your (?:dream|heart|passion|gut|head up|family)|have fun|be (?:yourself|kind|proud)|do(?:n't)? (?:what|your best|it|worry|let)|keep (?:it up|going|pushing|up|your|at|shining|smiling|doing)|check (?:it|this|them) out|worry|take care|dreams?|let me know|tell me (?:about|how|what|more)|send me (?:a|the|some) (?:pic|photo|link)|good luck|let's|make (?:the most|memories)|do you)\b/i;
const ABSOLUTE =
  /\b(?:always|never|must|must not|mustn't|under no circumstances|no exceptions?|without exception|not allowed|forbidden|prohibited|at all times|shall not)\b/i;

/** Whether the sentence is a standing rule; `absolute` when it leaves no exception. */
export function englishRule(text: string): { absolute: boolean } | null {
  const plain = text.replace(/’/g, "'");
  // "I never eat meat" tells of a habit, not of an order.
  if (
    /^(?:i|he|she|they|my|his|her)\b(?!'d| would| want| need| expect| prefer| always want)/i.test(plain) &&
    !/\b(?:rule|convention|policy)\b/i.test(plain)
  )
    return null;
  if (IDIOM.test(plain)) return null;
  if (!PATTERNS.some((pattern) => pattern.test(plain))) return null;
  return { absolute: ABSOLUTE.test(plain) };
}
