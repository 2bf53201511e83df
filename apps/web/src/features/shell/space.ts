'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { useShell, type ViewerSpace } from './use-shell';

/**
 * The space that lists are narrowed to; null is all of them. It stands in the URL, so a link shows the same to the
 * next reader (if they belong to it).
 */
export function useSpaceFilter() {
  return useQueryState('space', parseAsString);
}

/** Spaces in which the viewer holds a right, the chosen one first, then teams. */
export function useSpacesWith(right: keyof ViewerSpace['space']['viewerCan']): ViewerSpace['space'][] {
  const [chosen] = useSpaceFilter();
  const { viewer } = useShell();
  const rank = ({ id, kind }: ViewerSpace['space']) => (id === chosen ? 0 : kind === 'TEAM' ? 1 : 2);
  return (viewer?.spaces ?? [])
    .map(({ space }) => space)
    .filter((space) => space.viewerCan[right])
    .sort((a, b) => rank(a) - rank(b));
}

/** The way to a section that keeps the chosen space. */
export function withSpace(path: string, space: string | null): string {
  return space === null ? path : `${path}?space=${encodeURIComponent(space)}`;
}
