interface Decided {
  kind: 'APPROVE' | 'REQUEST_CHANGES';
  at: string;
}

/** The reviewer's last word on a draft, when it was to ask for changes: it is the author's turn. */
export function askedFor<D extends Decided>({
  state,
  decisions,
}: {
  state: string;
  decisions: readonly D[];
}): D | null {
  if (state !== 'DRAFT') return null;
  const [last] = [...decisions].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return last?.kind === 'REQUEST_CHANGES' ? last : null;
}
