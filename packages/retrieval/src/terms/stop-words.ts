/** Function words of English and Chinese. They stay searchable: only their weight in a query is lower. */
const ENGLISH =
  "a an the this that these those and or but nor so if then else than as of at by for from in into on onto to with without within about over under up down out off again i me my mine myself we us our ours you your yours he him his she her hers it its they them their theirs who whom whose which what when where why how is am are was were be been being do does did done doing have has had having will would shall should can could may might must not no yes there here also just only very too more most much many some any each every both all such own same other another ever don't doesn't didn't isn't aren't wasn't weren't won't can't couldn't wouldn't shouldn't haven't hasn't hadn't i'm i've i'll i'd you're you've you'll he's she's it's we're we've they're they've that's there's what's let's please tell";
const CHINESE =
  '的 了 着 过 是 在 有 和 与 及 或 就 都 也 很 还 又 才 把 被 给 让 向 往 从 到 对 为 以 于 之 其 而 且 但 并 则 因 由 我 你 他 她 它 您 咱 们 这 那 哪 谁 啥 吗 呢 吧 啊 呀 嘛 哦 哈 么 地 得 个 些 所 不 没 要 会 能 可 可以 我们 你们 他们 她们 它们 咱们 自己 这个 那个 这些 那些 这里 那里 这样 那样 哪个 哪些 哪里 哪儿 什么 怎么 怎样 如何 为什么 为何 多少 几个 是否 有没有 是不是 一个 一些 一下 一种 以及 还是 或者 如果 因为 所以 但是 不过 然后 而且 并且 就是 不是 没有 已经 正在 关于 对于 请问 请 告诉 一 上 下 中 里 时 时候';
const STOP_WORDS = new Set([...ENGLISH.split(' '), ...CHINESE.split(' ')]);

/** Whether a folded term is a function word. */
export function isStopWord(term: string): boolean {
  return STOP_WORDS.has(term);
}
