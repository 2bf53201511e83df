'use client';

import { ShellDocument, type ShellQuery } from '@memory-hub/graphql-client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask, keepCsrfTokenOf } from '../../data/hub';
import { keys } from '../../data/keys';
import { goToSignIn } from '../../data/session';

export type Viewer = NonNullable<ShellQuery['viewer']>;
export type ViewerSpace = Viewer['spaces'][number];
export type Health = ShellQuery['health'];

/** Who is signed in, what waits for them, and how the hub is. Asked once for the whole shell. */
export function useShell() {
  const query = useQuery({ queryKey: keys.shell, queryFn: ({ signal }) => ask(ShellDocument, {}, signal) });
  const viewer = query.data?.viewer;
  useEffect(() => {
    if (viewer === null) goToSignIn();
    if (viewer != null) keepCsrfTokenOf(viewer);
  }, [viewer]);
  return { viewer: viewer ?? undefined, health: query.data?.health, query };
}
