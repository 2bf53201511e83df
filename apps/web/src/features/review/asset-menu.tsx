'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Icon, type IconName } from '../../ui/icon';
import { Popover } from '../../ui/menu';
import type { AssetDeed } from './asset-dialog';
import { useAfterAct } from './use-after-act';
import type { Proposal } from './use-review';

const AssetDialog = dynamic(() => import('./asset-dialog').then(({ AssetDialog }) => AssetDialog), {
  ssr: false,
});

const DEEDS = ['rollBack', 'deprecate', 'revoke'] as const satisfies readonly AssetDeed[];
const DEED_ICON = { rollBack: 'left', deprecate: 'warn', revoke: 'lock' } as const satisfies Record<
  AssetDeed,
  IconName
>;

/** What may be done with the asset once something of it is published; nothing at all when nothing may. */
export function AssetMenu({ proposal, onGone }: { proposal: Proposal; onGone: () => void }) {
  const t = useTranslations('review');
  const [deed, setDeed] = useState<AssetDeed>();
  const after = useAfterAct(proposal.id, onGone);
  const { asset, state } = proposal;
  const deeds = DEEDS.filter((candidate) => asset.viewerCan[candidate]);
  if (state !== 'PUBLISHED' || asset.publishedRevision === null || deeds.length === 0) return null;
  return (
    <>
      <Popover
        role="menu"
        align="end"
        label={t('asset.menu', { name: asset.name })}
        buttonClass="btn quiet icon"
        buttonLabel={t('asset.menu', { name: asset.name })}
        button={<Icon name="more" />}
      >
        {deeds.map((choice) => (
          <button
            key={choice}
            type="button"
            role="menuitem"
            data-opt=""
            className="opt"
            onClick={() => setDeed(choice)}
          >
            <Icon name={DEED_ICON[choice]} />
            <span>{t(`asset.act.${choice}`)}</span>
          </button>
        ))}
      </Popover>
      {deed !== undefined && (
        <AssetDialog
          deed={deed}
          proposal={proposal}
          onClose={() => setDeed(undefined)}
          onDone={(outcome) => {
            setDeed(undefined);
            after(outcome, t(`asset.done.${deed}`, { name: asset.name }));
          }}
        />
      )}
    </>
  );
}
