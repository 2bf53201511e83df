/** What the embedder reads of a chunk: its title says what the piece is about when the piece itself does not. */
export function textToEmbed({ title, body }: { readonly title: string; readonly body: string }): string {
  return title === '' || body.startsWith(title) ? body : `${title}\n${body}`;
}
