'use client';

import {
  AssetRevisionsDocument,
  DeprecateAssetDocument,
  RevokeAssetDocument,
  RollBackAssetDocument,
} from '@memory-hub/graphql-client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { HubError, act, ask } from '../../data/hub';
import { keys } from '../../data/keys';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { ErrorBox, FormFault, SkeletonRows } from '../../ui/feedback';
import { SelectField, TextArea } from '../../ui/field';
import type { Proposal } from './use-review';

export type AssetDeed = 'rollBack' | 'deprecate' | 'revoke';

interface AssetDialogProps {
  deed: AssetDeed;
  proposal: Proposal;
  onClose: () => void;
  /** The asset as the act left it; null when it took it out of the reader's sight. */
  onDone: (outcome: object | null) => void;
}

/** Says what the act does to whom, takes the reason that the audit log keeps, and waits for the hub's answer. */
export function AssetDialog({ deed, proposal, onClose, onDone }: AssetDialogProps) {
  const t = useTranslations('review');
  const { asset, impact } = proposal;
  const [reason, setReason] = useState('');
  const [revisionId, setRevisionId] = useState('');
  const send = useMutation({
    mutationFn: () => carryOut(deed, { assetId: asset.id, reason: reason.trim() }, revisionId),
    onSuccess: onDone,
  });
  const missing =
    deed === 'rollBack' && revisionId === ''
      ? t('asset.revisionNeeded')
      : reason.trim() === '' && t('asset.reasonNeeded');
  const fault = send.error instanceof HubError ? send.error : null;
  return (
    <Dialog
      title={t(`asset.ask.${deed}`, { name: asset.name })}
      onClose={onClose}
      onSubmit={() => {
        if (missing === false && !send.isPending) send.mutate();
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            type="submit"
            look={deed === 'revoke' ? 'danger' : 'primary'}
            busy={send.isPending}
            blocked={missing}
          >
            {t(`asset.act.${deed}`)}
          </Button>
        </>
      }
    >
      <p>{t(`asset.effect.${deed}`, { count: impact.agents.length })}</p>
      {deed === 'rollBack' && (
        <EarlierRevisions
          asset={asset}
          chosen={revisionId}
          onChoose={setRevisionId}
          fault={fault?.faultOf('revisionId')}
        />
      )}
      <TextArea
        label={t('asset.reason')}
        hint={t('asset.reasonHint')}
        required
        data-autofocus=""
        value={reason}
        maxLength={1_000}
        fault={fault?.faultOf('reason')}
        onChange={(event) => setReason(event.target.value)}
      />
      <FormFault error={send.error} fields={['revisionId', 'reason']} />
    </Dialog>
  );
}

interface EarlierRevisionsProps {
  asset: Proposal['asset'];
  chosen: string;
  onChoose: (id: string) => void;
  fault: ReturnType<HubError['faultOf']>;
}

/** The revisions before the live one. Only those that were published once can be taken; the hub says when one was not. */
function EarlierRevisions({ asset, chosen, onChoose, fault }: EarlierRevisionsProps) {
  const t = useTranslations('review');
  const query = useQuery({
    queryKey: keys.revisions(asset.id),
    queryFn: async ({ signal }) => (await ask(AssetRevisionsDocument, { id: asset.id }, signal)).asset,
  });
  if (query.isError)
    return (
      <ErrorBox title={t('asset.revisionsFailed')} error={query.error} onRetry={() => void query.refetch()} />
    );
  if (query.data === undefined) return <SkeletonRows rows={1} lines={1} />;
  const earlier = (query.data?.revisions.edges ?? [])
    .map(({ node }) => node)
    .filter(({ id }) => id !== asset.publishedRevision?.id);
  if (earlier.length === 0) return <p className="ink2">{t('asset.revisionsNone')}</p>;
  return (
    <SelectField
      label={t('asset.revision')}
      value={chosen}
      fault={fault}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="" disabled>
        {t('asset.choose')}
      </option>
      {earlier.map(({ id, number, message }) => (
        <option key={id} value={id}>
          {`r${number} ${message.slice(0, 60)}`.trim()}
        </option>
      ))}
    </SelectField>
  );
}

async function carryOut(
  deed: AssetDeed,
  input: { assetId: string; reason: string },
  revisionId: string,
): Promise<object | null> {
  switch (deed) {
    case 'rollBack':
      return (await act(RollBackAssetDocument, { input: { ...input, revisionId } })).rollBackAsset.asset;
    case 'deprecate':
      return (await act(DeprecateAssetDocument, { input })).deprecateAsset.asset;
    case 'revoke':
      return (await act(RevokeAssetDocument, { input })).revokeAsset.asset;
  }
}
