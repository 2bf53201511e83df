import type { SourceTurn } from '../cards/card';
import { languageOf } from '../text/language';
import { sentenceSpans, type Span } from '../text/sentences';
import { isChineseQuestion } from './chinese-small-talk';
import { englishRefusal, isEnglishQuestion } from './english-small-talk';
import { contentWords } from './english-words';
import { readableText } from './readable-text';

const CONFIRMS_ENGLISH =
  /^(?:yes|yep|yup|yeah|correct|exactly|right|that's (?:right|correct|it|true)|that is (?:right|correct)|confirmed|agreed|i confirm|true|indeed|absolutely|definitely|sounds good|perfect|let's do (?:that|it)|go (?:ahead|with (?:that|it))|do (?:that|it)|ok(?:ay)?,? (?:let's|do|go|that works|sounds)|sure,? (?:let's|do|go)|that works|works for me|approved|lgtm)\b/i;
const CONFIRMS_CHINESE =
  /^(?:对[的啊呀]?|是的?[，,。！!]|是的$|是$|没错|正确|确认|同意|就这样|就这么|可以[，,。！!]|可以$|好[的，,]?(?:就这|按这|照这)|行[，,。！!]?(?:就这|按)?|嗯[，,]?(?:对|是|没错|可以)|说得对|按你说的|没问题)/;
/** "Yes, but …" takes back what it confirms. */
const TAKES_BACK =
  /^[^.!?。！？]{0,24}\b(?:but|except|however|not|actually)\b|^[^。！？]{0,12}(?:但|不过|可是|除了|不是)/i;
const ABOUT_USER_ENGLISH =
  /\b(?:you|your|you're|you've|we|our|let's|we'll|should|will use|i'll (?:use|remember|note|always)|the \w+ (?:is|are|will))\b/i;
const ABOUT_USER_CHINESE = /你|您|我们|咱们|应该|就用|采用|改成|统一|是|会/;
const PLEASANTRY =
  /\b(?:how are|how have|how've|what's up|what's new|how's (?:it|everything|life)|going on|been up to|do you think|can i (?:do|help)|may i help|you up to|you doing|anything (?:new|else|exciting)|what about you|how about you|and you)\b|帮(?:你|您)|怎么样|需要什么|最近|觉得|吃了吗|你呢/i;
/** The assistant speaks of what it could do, or of its own text: a "yes" to that says nothing about the user. */
const OFFER_ENGLISH =
  /\b(?:should|shall|may|can|could|would you like|do you want|want|need|let|allow) (?:i|me)\b|\b(?:let me|happy to|glad to|i (?:can|could|would)|i'd)\b|\b(?:i will|i'll)\b(?! (?:always|never|remember|note|keep in mind|use|from now))|\b(?:here(?:'s| is| are)|attached|below|above)\b|\b(?:draft|version|text|list|file|summary|answer|code|script|checklist|email|letter|table|outline|post|reply)\b.{0,20}\b(?:is|are|looks?) (?:ready|done|fine|good|below|above|attached|updated|finished|complete)\b/i;
const OFFER_CHINESE =
  /要不要我|要我|需要我|让我|是否(?:要|需要)我|我(?:来|可以|能|帮|给您|给你|先|这就|再|将为)|如下|以上|见下|附上|已(?:经)?(?:写|改|整理|生成|完成)好/;
/** Points at something said before and does not name it. */
const POINTS_ENGLISH =
  /^(?:(?:so|ok|okay|great|then|and|perfect|right|yes|exactly),? )*(?:that|that's|it|it's|this|these|those|they|they're|here|there|which|both|everything|all (?:of )?(?:it|that|this))\b/i;
const POINTS_CHINESE = /^(?:所以|那么?|好的?|是的|对)?[，,]?(?:这|那|它|其|都是|就这样|就是这样)/;
const MIN_CONTENT_WORDS = 2;
const MAX_STATEMENTS = 2;
const MAX_WORDS_OF_ANSWER = 6;

/** Whether a user's turn confirms what was said to them right before. */
export function confirms(content: string): boolean {
  const text = content.trim().replace(/’/g, "'");
  if (!CONFIRMS_ENGLISH.test(text) && !CONFIRMS_CHINESE.test(text)) return false;
  return !TAKES_BACK.test(text) && !/[?？]\s*$/.test(text);
}

/** The last statements or yes-no questions of an assistant's turn that a "yes" can refer to. */
export function confirmable(turn: SourceTurn): Span[] {
  const text = readableText(turn.content);
  const spans = sentenceSpans(text.shadow).filter((span) =>
    isAboutUser(text.shadow.slice(span.start, span.end)),
  );
  return spans.slice(-MAX_STATEMENTS);
}

function isAboutUser(sentence: string): boolean {
  if (languageOf(sentence) === 'zh') {
    return (
      ABOUT_USER_CHINESE.test(sentence) &&
      !OFFER_CHINESE.test(sentence) &&
      !POINTS_CHINESE.test(sentence) &&
      !/什么|怎么|为什么|哪|谁|几|多少|如何|请问|还需要|帮您|帮你/.test(sentence) &&
      sentence.length > 4
    );
  }
  if (
    /\b(?:what|how|why|when|where|which|who|anything else|help you|let me know|would you like|do you want|can i|shall i|feel free)\b/i.test(
      sentence,
    )
  )
    return false;
  const plain = sentence.replace(/’/g, "'");
  if (OFFER_ENGLISH.test(plain) || POINTS_ENGLISH.test(plain)) return false;
  return (
    ABOUT_USER_ENGLISH.test(plain) &&
    plain.split(/\s+/).length > 3 &&
    contentWords(plain, new Set()) >= MIN_CONTENT_WORDS
  );
}

/** The last question of a turn, unless it only asks how one is. */
export function lastQuestion(turn: SourceTurn): Span | null {
  const text = readableText(turn.content);
  const asking = sentenceSpans(text.shadow).filter((span) => {
    const sentence = text.shadow.slice(span.start, span.end);
    return sentence.length <= 160 && /[?？]\s*$/.test(sentence) && !PLEASANTRY.test(sentence);
  });
  return asking.at(-1) ?? null;
}

/** The open question a turn ends with, for a short answer that means nothing without it. */
export function openQuestion(turn: SourceTurn): Span | null {
  const text = readableText(turn.content);
  const last = sentenceSpans(text.shadow).at(-1);
  if (!last) return null;
  const sentence = text.shadow.slice(last.start, last.end);
  if (sentence.length > 160) return null;
  const english =
    /\b(?:your|you|you're|you'd|we|our|the)\b/i.test(sentence) &&
    /\b(?:what|what's|which|where|when|who|how (?:old|many|much|long|often|tall))\b/i.test(sentence);
  const chinese = /什么|哪|谁|几|多少|多大|多高|何时/.test(sentence) && /你|您|我们|项目|的/.test(sentence);
  const open =
    languageOf(sentence) === 'zh'
      ? chinese && isChineseQuestion(sentence)
      : english && isEnglishQuestion(sentence);
  return open && !PLEASANTRY.test(sentence) ? last : null;
}

/** A name, a number, a place: an answer without a sentence of its own. */
export function isBareAnswer(content: string): boolean {
  const text = content.trim().replace(/[.!。！\s]+$/, '');
  if (text === '' || /[\n?？.!。！]/.test(text.replace(/\d\.\d|\w\.\w/g, ''))) return false;
  if (
    /^(?:yes|no|yeah|nope|yep|ok|okay|sure|thanks|hi|hello|maybe|idk|i don't know|not sure|nothing|none|是|不是|好|好的|嗯|对|不|没有|不知道|不清楚|谢谢|随便|都行)\b/i.test(
      text,
    )
  )
    return false;
  if (/^(?:是|不是|好的?|嗯|对|不|没有|不知道|不清楚|谢谢|随便|都行)$/.test(text)) return false;
  if (languageOf(text) === 'zh') return text.length <= 16 && !/^(?:我|你|请|帮|写|把|怎|为|什|能)/.test(text);
  if (englishRefusal(text) !== null) return false;
  return (
    text.split(/\s+/).length <= MAX_WORDS_OF_ANSWER &&
    !/^(?:i|i'm|you|please|can|could|write|show|give|tell|make|let|what|how|why|that|it|this|wow|great|nice|cool|awesome|good|sounds)\b/i.test(
      text,
    )
  );
}
