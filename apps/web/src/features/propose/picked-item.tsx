'use client';

import { PeekDocument } from '@memory-hub/graphql-client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ask } from '../../data/hub';
import { keys } from '../../data/keys';
import { LinkButton } from '../../ui/button';
import { Layer, Words } from '../../ui/text';
import { startOf } from './short-words';

interface PickedItemProps {
  item: { id: string; kind: string; title: string };
}

/** One chosen memory: the start of a long one, and all of it on demand. */
export function PickedItem({ item: { id, kind, title } }: PickedItemProps) {
  const t = useTranslations('propose');
  const [whole, setWhole] = useState(false);
  const start = startOf(title);
  const query = useQuery({
    queryKey: keys.words(id),
    enabled: whole,
    queryFn: async ({ signal }) => {
      const { node } = await ask(PeekDocument, { id, withTrace: false }, signal);
      return node?.__typename === 'Card' ? node.content : title;
    },
  });
  return (
    <li>
      <Layer layer={kind === 'SCENE' ? 'L2' : 'L1'} />
      <span>
        <Words text={whole ? (query.data ?? title) : (start ?? title)} />{' '}
        {start !== null && (
          <LinkButton className="meta nowrap" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {t(whole ? 'showLess' : 'showAll')}
          </LinkButton>
        )}
        {whole && query.isError && <span className="meta bad">{t('wordsFailed')}</span>}
      </span>
    </li>
  );
}
