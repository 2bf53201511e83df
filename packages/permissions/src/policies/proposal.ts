import { proposalStatesFor } from '../lifecycle/proposal';
import { hasScope } from '../principal';
import { inSpacesAs } from './place';
import type { Alternatives, Policy } from './policy';

/** The author's side of a proposal, and its publication. The reviewer's side is in `review.ts`. */
export const proposalPolicy: Policy<'Proposal'> = {
  subjects: ['Proposal'],
  person(me, may) {
    const mine = { authorId: me.userId };
    const asMember = inSpacesAs(me, 'member');
    const ofMyAsset = { assetOwnerId: me.userId };
    const written: Alternatives = [mine, { coAuthorIds: me.userId }];

    may('read');
    may('create', asMember, mine, { authorAgentId: null, state: 'draft' });
    may('edit', asMember, written, { state: { $in: proposalStatesFor('revise') } });
    may('submit', asMember, [mine, ofMyAsset], { state: { $in: proposalStatesFor('submit') } });
    may('withdraw', asMember, mine, { state: { $in: proposalStatesFor('withdraw') } });
    may('reopen', asMember, mine, { state: { $in: proposalStatesFor('reopen') } });

    const approved = { state: { $in: proposalStatesFor('publish') } };
    may('publish', inSpacesAs(me, 'admin'), approved);
    may('publish', asMember, ofMyAsset, { widens: false }, approved);
  },
  agent(me, may) {
    if (hasScope(me, 'asset:read')) may('read');
    if (!hasScope(me, 'asset:propose')) return;
    may('create', inSpacesAs(me.owner, 'member'), {
      authorId: me.ownerId,
      authorAgentId: me.agentId,
      state: 'draft',
    });
  },
};
