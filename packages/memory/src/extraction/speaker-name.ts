/** The name to write, null for a label that names nobody. */
export function speakerName(speaker: string | null): string | null {
  const name = speaker?.normalize('NFC').replace(/\s+/g, ' ').trim() ?? '';
  if (
    name === '' ||
    /^(?:user|human|me|you|owner|customer|client|speaker ?\w?|person ?\w?|unknown|anonymous|用户|我|客户|本人|匿名)\d*$/i.test(
      name,
    )
  )
    return null;
  return name.slice(0, 80);
}
