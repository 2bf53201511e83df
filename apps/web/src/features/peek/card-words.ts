/** Tags as one line of text, and back. A comma of either script parts them. */
export function tagsIn(line: string): string[] {
  const tags = line
    .split(/[,，、]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  return [...new Set(tags)];
}

interface Words {
  content: string;
  category: string | null;
  tags: readonly string[];
}

interface Typed {
  content: string;
  category: string;
  /** As typed, parted by commas. */
  tags: string;
}

interface Change {
  content?: string;
  category?: string;
  tags?: string[];
}

/** Only what is different now, as the hub wants it; nothing when nothing is. */
export function changeOf(card: Words, typed: Typed): Change {
  const [content, category, tags] = [typed.content.trim(), typed.category.trim(), tagsIn(typed.tags)];
  return {
    ...(content === card.content ? {} : { content }),
    ...(category === (card.category ?? '') ? {} : { category }),
    ...(tags.join() === card.tags.join() ? {} : { tags }),
  };
}
