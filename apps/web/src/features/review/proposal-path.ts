const PROPOSAL_PATH = /^\/review\/([^/]+)/;

/** The proposal a path shows. */
export function proposalIn(pathname: string): string | null {
  const id = PROPOSAL_PATH.exec(pathname)?.[1];
  return id === undefined ? null : decodeURIComponent(id);
}

/** The path of a proposal, or of the list alone; the rest of the URL stays. */
export function pathOf(id: string | null, search: string): string {
  return `/review${id === null ? '' : `/${encodeURIComponent(id)}`}${search}`;
}
