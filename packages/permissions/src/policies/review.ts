import { proposalStatesFor } from '../lifecycle/proposal';
import { inSpacesAs } from './place';
import type { Alternatives, Policy } from './policy';

/** The reviewer's side of a proposal: four eyes, unless the space's policy says otherwise at this moment. */
export const reviewPolicy: Policy<'Proposal'> = {
  subjects: ['Proposal'],
  person(me, may) {
    const open = { state: { $in: proposalStatesFor('approve') } };
    const fromSomebodyElse = {
      authorId: { $ne: me.userId },
      lastEditorId: { $ne: me.userId },
      coAuthorIds: { $ne: me.userId },
    };
    const fourEyes: Alternatives = [fromSomebodyElse, { selfApprovalAllowed: true }];

    may('comment', inSpacesAs(me, 'member'), { state: { $in: proposalStatesFor('withdraw') } });
    may(['approve', 'requestChanges', 'acknowledge'], inSpacesAs(me, 'reviewer'), open, fourEyes);
    may('approveAndPublish', inSpacesAs(me, 'admin'), open, fourEyes);
    may(
      'approveAndPublish',
      inSpacesAs(me, 'reviewer'),
      { assetOwnerId: me.userId, widens: false },
      open,
      fourEyes,
    );
  },
};
