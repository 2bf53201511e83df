import { tokensOf } from '../tokens';
import { inSpacesAs, inTeamsAs } from './place';
import type { Alternatives, Policy } from './policy';

export const mountPolicy: Policy<'Mount'> = {
  subjects: ['Mount'],
  person(me, may) {
    const ofMyAgent = { agentOwnerId: me.userId };
    const published: Alternatives = [{ assetStatus: 'published' }];
    const ownDraft: Alternatives = [{ assetStatus: 'none', assetOwnerId: me.userId }];
    // The agent reads with its owner's eyes, so both the one who mounts and the owner must see the asset.
    const visible = { assetAcl: { $in: tokensOf(me) }, ownerMayRead: true };

    may('read');
    may('create', inTeamsAs(me, 'admin'), visible, published);
    may('create', inSpacesAs(me, 'member'), ofMyAgent, visible, [...published, ...ownDraft]);
    may(['edit', 'delete'], inTeamsAs(me, 'admin'));
    may(['edit', 'delete'], inSpacesAs(me, 'member'), ofMyAgent);
  },
  agent(_me, may) {
    may('read');
  },
};
