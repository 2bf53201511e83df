import type { Severity } from '../finding';

export interface InstructionRule {
  readonly rule: string;
  /** In plain prose. An example is one level lower, hidden text one level higher. */
  readonly severity: Severity;
  readonly pattern: RegExp;
  /** What stands right before it and turns its meaning: "never ignore …". */
  readonly unlessAfter?: RegExp;
  readonly message: string;
}

const NEGATED = /\b(?:not|never|don't|without|avoid)\b[^.!?]{0,20}$/;
const NEGATED_FAR = /\b(?:not|never|don't|cannot|can't)\b[^.!?]{0,80}$/;
const NEGATED_CHINESE =
  /(?:不要|切勿|请勿|不得|不可|禁止|严禁|不应|不能|不会|绝不|拒绝|避免)[^。.!?;]{0,25}$/;

/*
 * A skill is instructions, so most orders in it are what it is for. These are orders against the agent's own rules,
 * its user or its data. All repeats are bounded, so that time stays in proportion to the text.
 */
export const INSTRUCTION_RULES: readonly InstructionRule[] = [
  {
    rule: 'instruction-override',
    severity: 'warn',
    pattern:
      /\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|override|bypass|discard)\b[^.!?]{0,40}\b(?:previous|prior|above|earlier|preceding|original|system|developer|safety|your)\b[^.!?]{0,30}\b(?:instructions?|prompts?|rules?|guidelines?|guardrails?|directions?|policy|policies|restrictions?|constraints?|training)\b/g,
    unlessAfter: NEGATED,
    message: 'Tells the agent to set aside its earlier instructions.',
  },
  {
    rule: 'instruction-override',
    severity: 'warn',
    pattern:
      /(?:忽略|无视|忘记(?!了)|忘掉|抛开|绕过|不要理会|不必理会|无需遵守|不再遵守)[^。.!?;]{0,12}(?:之前|以前|先前|上面|以上|前面|此前|原有|原来|系统|安全|所有|全部|你的)[^。.!?;]{0,12}(?:指令|指示|提示词?|规则|要求|约束|命令|设定|限制|准则)/g,
    unlessAfter: NEGATED_CHINESE,
    message: 'Tells the agent to set aside its earlier instructions.',
  },
  {
    rule: 'concealment',
    severity: 'warn',
    pattern:
      /(?:\b(?:do not|don't|never|avoid|must not|should not)(?: (?!skip|forget|fail|hesitate|avoid)\w{1,12})? (?:tell|telling|inform|informing|notify|notifying|mention|mentioning|reveal|revealing|alert|alerting|disclose|disclosing)|\bwithout (?:telling|informing|notifying|alerting))\b[^.!?]{0,30}\b(?:users?|human|operator|anyone|owner|person)\b(?! to\b)/g,
    unlessAfter: NEGATED_FAR,
    message: 'Tells the agent to keep something from its user.',
  },
  {
    rule: 'concealment',
    severity: 'warn',
    pattern:
      /(?:不要|(?<![识分特级个性类区鉴辨告])别|切勿|请勿|不得|不能|禁止|无需|不必|不用)[^。.!?;,，]{0,6}(?:告诉|告知|通知|提醒)[^。.!?;]{0,4}(?:用户|使用者|主人|任何人|操作员)|(?:不要|(?<![识分特级个性类区鉴辨告])别|切勿|请勿|不得|不能|禁止|避免|悄悄)[^。.!?;]{0,8}(?:让|被)(?:用户|使用者|主人|任何人|操作员)(?:知道|发现|察觉|看到|注意)|(?:不要|切勿|请勿|不得|禁止)(?:向|对)(?:用户|使用者|主人|任何人)(?:透露|提及|说明|泄露)|(?:瞒着|隐瞒)(?:用户|使用者|主人)/g,
    message: 'Tells the agent to keep something from its user.',
  },
  {
    rule: 'consent',
    severity: 'info',
    pattern:
      /\b(?:do not|don't|never|without)\b[^.!?]{0,20}\b(?:ask|asking|wait|waiting|seek|seeking|request|requesting)\b[^.!?]{0,30}\b(?:permission|confirmation|approval|consent|users?)\b/g,
    message: 'Tells the agent to act without asking.',
  },
  {
    rule: 'role-marker',
    severity: 'warn',
    pattern:
      /<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id)\|>|\[\/?inst\]|<<\/?sys>>|<\/?(?:system|assistant|system[-_]reminder|system[-_]prompt|function_results?|tool_results?|antml:[a-z_]{1,20})\s{0,4}>/g,
    message: 'Holds a mark that a model may take for the border of a message.',
  },
  {
    rule: 'role-takeover',
    severity: 'warn',
    pattern:
      /\b(?:you are now|from now on,? you are|act as|pretend to be|enter|switch to|enable)\b[^.!?]{0,20}\b(?:dan\b|unrestricted|unfiltered|uncensored|jailbroken|jailbreak|evil|developer mode|god mode|without (?:any )?(?:rules|restrictions|limits))|(?:你现在是|从现在起你是|扮演|进入|开启)[^。.!?]{0,12}(?:不受(?:任何)?限制|没有(?:任何)?限制|无限制|越狱|开发者模式)/g,
    message: 'Tries to give the agent another role with fewer limits.',
  },
  {
    rule: 'false-authority',
    severity: 'warn',
    pattern:
      /\b(?:this|the following) (?:is|message is|instruction is|comes)\b[^.!?]{0,20}\bfrom\b[^.!?]{0,12}\b(?:system|developers?|anthropic|openai|google|administrator|your creator)\b|\bend of (?:system )?(?:prompt|instructions)\b|\bnew (?:system )?instructions:/g,
    message: 'Claims to speak for the system or the maker of the model.',
  },
  {
    rule: 'prompt-leak',
    severity: 'warn',
    pattern:
      /\b(?:reveal|print|output|repeat|show|send|expose|leak|dump)\b[^.!?]{0,20}\b(?:your|the|its|my|full|entire)\b[^.!?]{0,12}\b(?:system prompt|hidden instructions|developer message|initial instructions)\b|(?:泄露|输出|打印|透露|复述|说出)[^。.!?]{0,12}(?:系统提示词?|隐藏指令|开发者消息|初始指令)/g,
    message: 'Asks for the hidden instructions of the agent.',
  },
  {
    rule: 'data-to-outside',
    severity: 'warn',
    pattern:
      /\b(?:send|upload|forward|transmit|email|exfiltrate|report|append|include|post)\b[^.!?]{0,60}\b(?:conversation|chat history|memor(?:y|ies)|credentials?|passwords?|api[ _-]?keys?|secrets?|tokens?|environment variables|env vars|ssh keys?|private keys?|cookies)\b[^.!?]{0,40}\b(?:to|at|into|as|in)\b[^.!?]{0,40}(?:https?:\/\/|\b[\w.+-]{1,60}@[\w-]{1,60}\.|\bquery (?:string|parameter)|\bwebhook)/g,
    unlessAfter: NEGATED,
    message: 'Tells the agent to send what it knows to somewhere else.',
  },
  {
    rule: 'data-to-outside',
    severity: 'warn',
    pattern:
      /(?:(?:把|将)[^。.!?]{0,10}(?:对话|聊天记录|记忆|凭证|密码|密钥|令牌|环境变量|私钥|cookie)[^。.!?]{0,20}(?:发送|上传|转发|提交|外传|发给|传到|传给|发到)|(?:发送|上传|转发|提交|外传)[^。.!?]{0,12}(?:对话|聊天记录|记忆|凭证|密码|密钥|令牌|环境变量|私钥|cookie))[^。.!?]{0,20}(?:https?:\/\/|[\w.+-]{1,60}@[\w-]{1,60}\.|webhook|外部(?:服务器|地址|网站)|远程(?:服务器|地址)|攻击者|第三方(?:服务器|网站|地址))/g,
    unlessAfter: NEGATED_CHINESE,
    message: 'Tells the agent to send what it knows to somewhere else.',
  },
  {
    rule: 'image-exfiltration',
    severity: 'warn',
    pattern:
      /!\[[^\]]{0,100}\]\(\s{0,4}https?:\/\/[^)\s]{0,200}[?&][^)\s]{0,100}=[^)\s]{0,20}(?:\{|\$|<|%7b|\[)[^)\s]{0,200}/g,
    message: 'An image address with a blank to fill in: showing it would send what is filled in.',
  },
];
