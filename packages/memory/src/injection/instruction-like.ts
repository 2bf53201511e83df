/** Orders to the model that reads a memory, instead of facts about somebody. */
/** "I never ignore the rules" tells of somebody; an order has no such subject. */
const NO_TELLER =
  "(?<!\\b(?:i|i've|i'd|we|we've|they|he|she|who|nobody|everyone|people|customers?|users?|visitors?|teams?|colleagues?|boss|manager|sister|brother|mother|father|friend)(?: \\w+){0,2} )";
/** What an attacker wants sent away. */
const LOOT =
  '\\b(?:conversations?|chats?|messages?|history|transcripts?|memor(?:y|ies)|keys?|secrets?|passwords?|credentials?|tokens?|data|contents?|everything|files?|env|environment|prompts?|context|personal|private|all|it|this|them)\\b';
const PATTERNS: readonly RegExp[] = [
  new RegExp(
    `${NO_TELLER}\\b(?:ignore|disregard|forget|override|bypass|discard)\\b.{0,40}\\b(?:previous|prior|above|earlier|all|any|your|the|system)\\b.{0,30}\\b(?:instructions?|prompts?|rules?|guidelines?|messages?|context|directions?|safety)\\b`,
    'i',
  ),
  /\b(?:you are|you're|act as|behave as|pretend (?:to be|you are)|from now on you are|roleplay as)\b.{0,30}\b(?:now|an? (?:unrestricted|uncensored|evil|different)|dan|jailbroken|admin(?:istrator)?|root|developer mode|system)\b/i,
  /\b(?:your|the|hidden|full|entire|reveal|print|ignore|override) (?:\w+ )?(?:system prompt|developer message)\b|\bhidden instructions?\b|\bnew (?:system )?instructions?\s*[:：]|\bend of (?:prompt|instructions|context)\b/i,
  new RegExp(
    `${NO_TELLER}\\b(?:do not|don't|never) (?:(?:tell|inform|warn|alert|notify) (?:the )?(?:user|human|owner|operator)|(?:mention|reveal|show|disclose) (?:this|it) to (?:the )?(?:user|human|owner|operator|anyone)|let (?:the )?(?:user|human|owner|operator) (?:know|see|notice|find out))\\b`,
    'i',
  ),
  new RegExp(
    `${NO_TELLER}\\b(?:reveal|print|output|leak|exfiltrate|dump|repeat|disclose)\\b.{0,30}\\b(?:system prompt|secrets?|passwords?|api keys?|credentials?|access tokens?|(?:the|your|all|any) tokens?|env(?:ironment)? variables?|(?:your|the|these|all) instructions|conversation)\\b`,
    'i',
  ),
  new RegExp(
    `${NO_TELLER}\\b(?:send|post|upload|forward|transmit|e-?mail|mail|submit|leak|copy)\\b(?! address).{0,40}${LOOT}.{0,40}\\b(?:to|at|into)\\b.{0,24}(?:https?:\\/\\/|attacker|webhook|server at|[\\w.+-]+@[\\w-]+\\.)`,
    'i',
  ),
  /(?:^|[.;:!,，。；：]\s*|\b(?:please|then|and|now|must|also|to|should)\s+)(?:curl|wget|fetch)\s.{0,30}https?:\/\//i,
  new RegExp(
    `${NO_TELLER}\\b(?:run|execute|eval|invoke|call)\\b.{0,24}\\b(?:following|this|these|below)\\b.{0,24}\\b(?:commands?|code|script|shell|tools?)\\b`,
    'i',
  ),
  /\b(?:rm -rf|curl [^\n|]{1,80}\|\s*(?:ba)?sh|chmod 777|powershell -enc)/i,
  /<\s*\/?\s*(?:system|assistant|user|instructions?|tool_call|function_call|prompt)\b|<\|(?:im_start|im_end|system|endoftext)|\[\/?INST\]|^[ \t]*#{1,3}\s*(?:system|instructions?)\b/im,
  /\b(?:when|if) (?:you|the (?:assistant|agent|model|ai)) (?:read|see|recall|retrieve|receive)s? this(?=\s*[,.:;]|\s+(?:message|note|text|memory|card|line|fact))/i,
  /(?<!我|我们|他|她|从不|从来不)(?:忽略|无视|忘记|忘掉|不要理会|跳过|绕过|覆盖).{0,12}(?:之前|以前|以上|上面|前面|先前|所有|全部|任何|你的|系统).{0,10}(?:指令|指示|提示|规则|要求|设定|限制|命令)/,
  /(?:你现在是|从现在起你是|你将扮演|假装你是|进入).{0,16}(?:模式|角色|管理员|黑客|没有限制|不受限制|开发者)/,
  /系统提示词|开发者消息|隐藏指令|新的指令[:：]/,
  /(?:不要|别|不许|禁止|不能)(?:告诉|告知|通知|透露给|(?:让|给)(?=(?:用户|主人|人类)(?:知道|发现|看到|看见|察觉)))(?:用户|主人|人类)/,
  /(?<!我|我们|他|她)(?:泄露|输出|打印|透露|导出|说出).{0,10}(?:系统提示词|密钥|密码|凭证|令牌|环境变量|对话内容)/,
  /(?:对话|聊天|消息|记录|密钥|密码|凭证|令牌|数据|内容|文件|记忆|上下文|全部|所有).{0,12}(?:发送|上传|转发|提交|发).{0,6}(?:到|给|至).{0,6}(?:https?:\/\/|攻击者|外部服务器)|(?:发送|上传|转发|提交).{0,12}(?:对话|聊天|密钥|密码|凭证|令牌|数据|记忆|上下文|全部|所有).{0,12}(?:到|给|至).{0,6}(?:https?:\/\/|攻击者|外部服务器)/,
  /(?<![我他她]们?(?:每\S{1,4})?|每晚|每天|每周)(?:执行|运行|调用).{0,6}(?:以下|下面|如下|这段|这个).{0,6}(?:命令|代码|脚本|指令|工具)/,
  /(?:当你|如果你)(?:看到|读到|检索到|收到)(?:这|本)/,
];

/** Text longer than this is judged by its beginning and its end. */
const READ_CHARACTERS = 20_000;

/**
 * Whether a text gives orders to the model that will read it. Ordinary rules of a person ("always use tabs",
 * "never deploy on Friday") are not. A flag for review, not a proof.
 */
export function isInstructionLike(text: string): boolean {
  const read =
    text.length <= READ_CHARACTERS
      ? text
      : `${text.slice(0, READ_CHARACTERS / 2)}\n${text.slice(-READ_CHARACTERS / 2)}`;
  const plain = read.normalize('NFKC').replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, '');
  return PATTERNS.some((pattern) => pattern.test(plain));
}
