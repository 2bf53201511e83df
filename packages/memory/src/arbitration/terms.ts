/** Small words that do not tell two facts apart. */
const LIGHT = new Set(
  (
    'a an the of to in on at by for from and or as is are was were be been being am do does did has have had will would that this it its just really very so too also still now currently ' +
    'always usually quite pretty well then there here with about into than'
  ).split(' '),
);
/** Chinese adverbs and particles of the same sort. */
const LIGHT_CHINESE =
  /(?:非常|特别|十分|真的|真心|其实|现在|目前|平时|一直|比较|有点|是在|就是|的话|了|的|吧|呢|啊|呀|哦|嘛|很|挺|真|也|都|就|还|才|最|个)/g;
const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const NEGATION =
  /\b(?:not|no|never|none|nobody|nothing|without|cannot|hardly|neither|nor|stopped|quit|hate|hates|dislike|dislikes|\w+n't)\b|不(?!错|过|仅|但|同|久|管|论|断|如|少|得不|止|只|光)|没(?!关系|错|问题)|无(?!论|锡)|非(?!常|洲|遗)|别(?!的|人|墅|名|处|致)|(?<!分|有)未(?!来|必)|从不|讨厌|反感/gi;

/** Normalised words of a text: Latin words with a light stem, numbers, Chinese characters. */
export function termsOf(text: string): string[] {
  const plain = normal(text).replace(LIGHT_CHINESE, ' ');
  return (plain.match(/\p{Script=Han}|[\p{L}\p{N}]+(?:[.:'@+#_-][\p{L}\p{N}]+)*[+#]*/gu) ?? []).map(stem);
}

/** Weighted features for likeness: words, Chinese character pairs; small words weigh little. */
export function featuresOf(text: string): Map<string, number> {
  const features = new Map<string, number>();
  const terms = termsOf(text);
  for (const [at, term] of terms.entries()) {
    if (!isHan(term)) {
      features.set(term, LIGHT.has(term) ? 0.2 : 1);
      continue;
    }
    features.set(term, 0.4);
    const next = terms[at + 1];
    if (next !== undefined && isHan(next)) features.set(term + next, 1);
  }
  return features;
}

/** Words that must all be found for a fact to hold another: no small words. */
export function contentTerms(text: string): string[] {
  return termsOf(text).filter((term) => !LIGHT.has(term));
}

/** What makes two sentences in the same words different facts. */
export interface FactGuards {
  readonly numbers: readonly string[];
  readonly negated: boolean;
  /** Capitalised words inside the sentence. */
  readonly names: readonly string[];
  /** "if", "when", "only on" and the like with what follows. */
  readonly condition: string;
}

export function guardsOf(text: string): FactGuards {
  const plain = normal(text);
  return {
    numbers: numbersOf(plain),
    negated: (plain.match(NEGATION)?.length ?? 0) % 2 === 1,
    names: [
      ...text.normalize('NFKC').matchAll(/(?<=[\p{Ll}\p{N},:：] ?|[\p{Script=Han}] ?)\p{Lu}[\p{L}\p{N}]*/gu),
    ]
      .map(([name]) => name.toLowerCase())
      .sort(),
    condition:
      /\b(?:if|when|whenever|unless|only|except|at work|at home|on weekends?|on weekdays?|in (?:the )?(?:morning|evening|winter|summer))\b.{0,40}/.exec(
        plain,
      )?.[0] ??
      /(?:如果|除非|只有|只在|的时候|的话|周末|在家|在公司).{0,12}/.exec(plain)?.[0] ??
      '',
  };
}

/** Numbers, dates and amounts, written in digits or words. "One" and 一 are mostly articles and do not count. */
function numbersOf(plain: string): string[] {
  const digits = plain.match(/\d+(?:[.:/-]\d+)*/g) ?? [];
  const words = (plain.match(/[a-z]+/g) ?? [])
    .filter((word) => NUMBER_WORDS.indexOf(word) > 1)
    .map((word) => String(NUMBER_WORDS.indexOf(word)));
  const chinese = (plain.match(/[零二两三四五六七八九十百千万亿]+|一[十百千万亿]+/g) ?? []).map((word) =>
    word.replace('两', '二'),
  );
  return [...digits, ...words, ...chinese].sort();
}

function normal(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/[’‘]/g, "'");
}

function stem(term: string): string {
  if (isHan(term) || /\d/.test(term) || term.length < 5) return term.replace(/'s$/, '');
  return term
    .replace(/'s$/, '')
    .replace(/ies$/, 'y')
    .replace(/(?:(?<=[^s])s|ing|ed)$/, '');
}

/** A rougher stem, for what a sentence is about: "opening", "opens" and "open" are one. */
export function frameStem(word: string): string {
  const base = word.length > 5 ? word.replace(/(?:ings?|ed|ers?)$/, '') : word;
  const singular = base === word ? word.replace(/(?<=[^s])s$/, '') : base;
  const plain = singular.replace(/(?:ie|y)$/, 'i').replace(/e$/, '');
  return plain.length < 3 ? word : plain.replace(/([b-df-hj-np-tv-z])\1$/, '$1');
}

export function isHan(term: string): boolean {
  return /^\p{Script=Han}$/u.test(term);
}
