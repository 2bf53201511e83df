/** Orders to the model that reads a memory, instead of facts about somebody. */
const PATTERNS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass|discard)\b.{0,40}\b(?:previous|prior|above|earlier|all|any|your|the|system)\b.{0,30}\b(?:instructions?|prompts?|rules?|guidelines?|messages?|context|directions?|safety)\b/i,
  /\b(?:you are|you're|act as|behave as|pretend (?:to be|you are)|from now on you are|roleplay as)\b.{0,30}\b(?:now|an? (?:unrestricted|uncensored|evil|different)|dan|jailbroken|admin(?:istrator)?|root|developer mode|system)\b/i,
  /\b(?:system prompt|developer message|hidden instructions?|new instructions?|end of (?:prompt|instructions|context))\b/i,
  /\b(?:do not|don't|never) (?:tell|inform|mention (?:this|it) to|reveal (?:this|it) to|show (?:this|it) to|let) (?:the )?(?:user|human|owner|operator|anyone)\b/i,
  /\b(?:reveal|print|output|leak|exfiltrate|dump|repeat|disclose)\b.{0,30}\b(?:system prompt|secrets?|passwords?|api keys?|credentials?|tokens?|env(?:ironment)? variables?|instructions|conversation)\b/i,
  /\b(?:send|post|upload|forward|transmit|curl|wget|fetch|email)\b.{0,60}\b(?:https?:\/\/|to (?:the )?(?:attacker|webhook|server at|address)|@[\w-]+\.)/i,
  /\b(?:run|execute|eval|invoke|call)\b.{0,24}\b(?:following|this|these|below)\b.{0,24}\b(?:commands?|code|script|shell|tools?)\b/i,
  /\b(?:rm -rf|curl [^\n|]{1,80}\|\s*(?:ba)?sh|chmod 777|powershell -enc)/i,
  /<\s*\/?\s*(?:system|assistant|user|instructions?|tool_call|function_call|prompt)\b|<\|(?:im_start|im_end|system|endoftext)|\[\/?INST\]|^[ \t]*#{1,3}\s*(?:system|instructions?)\b/im,
  /\b(?:when|if) (?:you|the (?:assistant|agent|model|ai)) (?:read|see|recall|retrieve|receive)s? this\b/i,
  /(?:忽略|无视|忘记|忘掉|不要理会|跳过|绕过|覆盖).{0,12}(?:之前|以前|以上|上面|前面|先前|所有|全部|任何|你的|系统).{0,10}(?:指令|指示|提示|规则|要求|设定|限制|命令)/,
  /(?:你现在是|从现在起你是|你将扮演|假装你是|进入).{0,16}(?:模式|角色|管理员|黑客|没有限制|不受限制|开发者)/,
  /系统提示词?|开发者消息|隐藏指令|新的指令/,
  /(?:不要|别|不许|禁止|不能)(?:告诉|告知|让|透露给|通知)(?:用户|主人|人类|任何人|他们)/,
  /(?:泄露|输出|打印|透露|导出|说出).{0,10}(?:系统提示|密钥|密码|凭证|令牌|环境变量|对话内容)/,
  /(?:发送|上传|转发|提交|发).{0,20}(?:到|给|至).{0,6}(?:https?:\/\/|攻击者|外部服务器)/,
  /(?:执行|运行|调用).{0,6}(?:以下|下面|如下|这段|这个).{0,6}(?:命令|代码|脚本|指令|工具)/,
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
