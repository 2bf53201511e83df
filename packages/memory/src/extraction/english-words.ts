/** Function words and words of mere feeling: they carry no fact of their own. */
const EMPTY = new Set(
  (
    'a an the and or but so if then than as at by for from in into of off on onto out over to up with without about after before again around ' +
    'i me my mine myself we us our ours you your yours he him his she her hers it its they them their this that these those there here who whom which what when where why how ' +
    'am is are was were be been being do does did done have has had having will would shall should can could may might must ' +
    "i'm i've i'd i'll we're we've we'll you're you've it's that's there's they're he's she's don't doesn't didn't can't won't isn't wasn't aren't couldn't wouldn't haven't " +
    'not no nor only just also too very really so much many more most some any all both each few other another such own same even still ever never always often already yet ' +
    'yeah yes ok okay oh wow well hey hi thanks thank please lol haha like totally definitely absolutely truly super pretty quite kind kinda sort bit lot lots ' +
    'good great nice cool awesome amazing wonderful fantastic incredible beautiful lovely special best better fun happy glad excited proud sorry sure right true ' +
    'feel feeling feels felt think thought know see look looks looking seem seems get got getting go going come make makes made making take thing things stuff way time day one ' +
    'love hope wish want need let try trying keep keeping believe mean means guess bet say said tell ' +
    'life world journey moment moments everything something anything nothing someone everyone people challenge challenging hard tough step important support supportive appreciate amazing inspiring inspired inspire motivation positive passion joy difference forward memories memory awesome super fun happiness happier experience experiences part kinds kind whole reminder remind reminds big huge little small important crazy wild spot idea ideas chance words word forward satisfying rewarding fulfilling'
  ).split(/\s+/),
);

/** Number of different words that carry content; names of the people in the conversation do not count. */
export function contentWords(text: string, names: ReadonlySet<string>): number {
  const words =
    text
      .toLowerCase()
      .replace(/’/g, "'")
      .match(/[a-z0-9][a-z0-9'&+.-]*/g) ?? [];
  return new Set(
    words
      .map((word) => word.replace(/(?:'s|[.'-])+$/, ''))
      .filter((word) => word !== '' && !EMPTY.has(word) && !names.has(word)),
  ).size;
}
