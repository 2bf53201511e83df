interface Linked {
  id: string;
  /** Ids one layer down. */
  links: readonly string[];
}

export interface Layers {
  persona: readonly Linked[];
  scenes: readonly Linked[];
  cards: readonly Linked[];
  turns: readonly Linked[];
}

/** Everything that one node rests on, down to the words, and everything that rests on it; the node too. */
export function chainOf(layers: Layers, focus: string): ReadonlySet<string> {
  const down = [layers.persona, layers.scenes, layers.cards, layers.turns];
  const chain = new Set([focus]);
  const below = new Set([focus]);
  for (const layer of down) {
    for (const { id, links } of layer) if (below.has(id)) for (const link of links) below.add(link);
  }
  const above = new Set([focus]);
  for (const layer of [...down].reverse()) {
    for (const { id, links } of layer) if (links.some((link) => above.has(link))) above.add(id);
  }
  const known = new Set(down.flat().map(({ id }) => id));
  for (const id of [...below, ...above]) if (known.has(id)) chain.add(id);
  return chain;
}
