/** The published types of opencc-js are marked as an ES module, which a CommonJS import may not name. */
declare module 'opencc-js/t2cn' {
  export function Converter(options: { from: 'tw' | 'hk' | 't'; to: 'cn' | 't' }): (text: string) => string;
}

declare module 'wink-porter2-stemmer' {
  /** Porter 2 stem of one lower-case English word. */
  function stem(word: string): string;
  export = stem;
}
