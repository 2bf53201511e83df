'use client';

import {
  MountAssetDocument,
  UnmountAssetDocument,
  UpdateMountDocument,
  type MountAssetInput,
  type UpdateMountInput,
} from '@memory-hub/graphql-client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { act } from '../../data/hub';
import { FormFault } from '../../ui/feedback';
import { useToast } from '../../ui/toast';
import { useLoadoutAct, type Agent, type Mount } from './use-agent';

type Change = Omit<UpdateMountInput, 'id'>;

export interface MountActs {
  busy: boolean;
  /** What the hub refused, to be shown above the rows. */
  fault: ReactNode;
  mount(this: void, asset: { id: string; name: string }): void;
  update(this: void, mount: Mount, change: Change): void;
  unmount(this: void, mount: Mount): void;
}

/** Mounting and its changes. They act on the agent's next call, so each can be taken back for 10 s. */
export function useMountActs(agent: Agent): MountActs {
  const t = useTranslations('mounts');
  const toast = useToast();
  const add = useLoadoutAct(
    agent.id,
    async (input: MountAssetInput) => (await act(MountAssetDocument, { input })).mountAsset.agent,
  );
  const change = useLoadoutAct(
    agent.id,
    async (input: UpdateMountInput) => (await act(UpdateMountDocument, { input })).updateMount.agent,
  );
  const drop = useLoadoutAct(
    agent.id,
    async (id: string) => (await act(UnmountAssetDocument, { input: { id } })).unmountAsset.agent,
  );
  const lowest = agent.mounts.reduce((least, { priority }) => Math.min(least, priority), 60);

  return {
    busy: add.isPending || change.isPending || drop.isPending,
    fault: <FormFault error={add.error ?? change.error ?? drop.error} />,
    mount: ({ id, name }) =>
      add.mutate(
        { agentId: agent.id, assetId: id, mode: 'SUMMARY', priority: Math.max(0, lowest - 10) },
        {
          onSuccess: (loadout) => {
            const made = loadout?.mounts.find(({ asset }) => asset.id === id);
            toast(
              t('mounted', { name, agent: agent.name }),
              made === undefined ? undefined : () => drop.mutate(made.id),
            );
          },
        },
      ),
    update: (mount, input) =>
      change.mutate(
        { id: mount.id, ...input },
        {
          onSuccess: () =>
            toast(t('changed', { name: mount.asset.name }), () =>
              change.mutate({ id: mount.id, ...before(mount, input) }),
            ),
        },
      ),
    unmount: (mount) =>
      drop.mutate(mount.id, {
        onSuccess: () =>
          toast(t('unmounted', { name: mount.asset.name, agent: agent.name }), () =>
            add.mutate(again(agent.id, mount)),
          ),
      }),
  };
}

/** The change that restores what a change replaces. */
function before(mount: Mount, change: Change): Change {
  return {
    ...('mode' in change ? { mode: mount.mode } : {}),
    ...('priority' in change ? { priority: mount.priority } : {}),
    ...('budgetTokens' in change ? { budgetTokens: mount.budgetTokens } : {}),
    ...('pinnedRevisionId' in change || 'followLatest' in change
      ? mount.pinnedRevision === null
        ? { followLatest: true }
        : { pinnedRevisionId: mount.pinnedRevision.id }
      : {}),
  };
}

function again(
  agentId: string,
  { asset, mode, priority, budgetTokens, pinnedRevision }: Mount,
): MountAssetInput {
  return {
    agentId,
    assetId: asset.id,
    mode,
    priority,
    budgetTokens,
    ...(pinnedRevision === null ? {} : { pinnedRevisionId: pinnedRevision.id }),
  };
}
