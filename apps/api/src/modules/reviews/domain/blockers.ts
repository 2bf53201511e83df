import type { AssetRow, Proposal } from '../../assets';
import { openWarnings, type Review } from './review';
import { checkLabel, plural, type Locale } from './words';

export interface BlockerFacts {
  readonly proposal: Proposal;
  readonly asset: AssetRow;
  readonly review: Review;
  /** Names of those whose last word is a request for changes. */
  readonly objectors: readonly string[];
  /** The viewer could decide if the words were somebody else's. */
  readonly isOwnWords: boolean;
}

/** Why the proposal cannot be approved or published now, one plain sentence each; nothing when nothing is in the way. */
export function blockersOf(locale: Locale, facts: BlockerFacts): string[] {
  const { proposal, asset } = facts;
  const say = (en: string, zh: string): string => (locale === 'en' ? en : zh);
  if (proposal.state === 'published' || proposal.state === 'withdrawn') return [];
  if (asset.status === 'revoked' || asset.status === 'archived')
    return [
      say('The asset is out of use, so nothing of it can be published.', '该资产已停用，不能发布任何修订。'),
    ];
  return [
    ...stateBlockers(locale, facts),
    ...approvalBlockers(locale, facts),
    ...(proposal.state === 'draft' ? [] : checkBlockers(locale, facts.review)),
  ];
}

function stateBlockers(locale: Locale, { proposal, asset, isOwnWords }: BlockerFacts): string[] {
  const say = (en: string, zh: string): string => (locale === 'en' ? en : zh);
  const found: string[] = [];
  if (proposal.state === 'draft')
    found.push(say('It is a draft. Submit it for review.', '这是草稿，请先提交审核。'));
  if (proposal.baseRevisionId !== asset.publishedRevisionId)
    found.push(
      say(
        'Another revision went live since this change was written. Revise it, and it is put onto the live one.',
        '此后已有其他修订发布。请修订本提案，以便并入当前版本。',
      ),
    );
  if (isOwnWords)
    found.push(
      say(
        'You wrote or last edited this, so somebody else must decide.',
        '你是作者或最后编辑者，须由他人决定。',
      ),
    );
  return found;
}

function approvalBlockers(locale: Locale, { proposal, review, objectors }: BlockerFacts): string[] {
  if (proposal.state === 'draft') return [];
  const say = (en: string, zh: string): string => (locale === 'en' ? en : zh);
  const { given, needed } = review.approvals;
  const found = objectors.map((name) =>
    say(`${name} asked for changes of exactly these words.`, `${name} 要求修改当前内容。`),
  );
  const missing = needed - given;
  if (missing > 0)
    found.push(
      say(
        `${given} of ${plural(needed, 'approval')} given; ${missing} more ${missing === 1 ? 'is' : 'are'} needed.`,
        `已有 ${given}/${needed} 个批准，还需 ${missing} 个。`,
      ),
    );
  const hasOldApprovals = review.decisions.some(
    ({ kind, digest }) => kind === 'approve' && digest === proposal.digest,
  );
  if (missing > 0 && proposal.state === 'approved' && hasOldApprovals)
    found.push(say('The review policy has changed since it was approved.', '批准之后审核策略已更改。'));
  return found;
}

function checkBlockers(locale: Locale, { checks }: Review): string[] {
  const say = (en: string, zh: string): string => (locale === 'en' ? en : zh);
  return checks.flatMap((check) => {
    const label = checkLabel(locale, check.name);
    if (check.state === 'queued' || check.state === 'running')
      return [say(`The check “${label}” has not finished.`, `检查“${label}”尚未完成。`)];
    if (check.state === 'errored')
      return [
        say(`The check “${label}” could not finish. Run it again.`, `检查“${label}”未能完成，请重新执行。`),
      ];
    const errors = check.findings.filter(({ severity }) => severity === 'error').length;
    const open = openWarnings(check).length;
    return [
      ...(errors === 0
        ? []
        : [
            say(
              `The check “${label}” found ${plural(errors, 'error')}.`,
              `检查“${label}”发现 ${errors} 个错误。`,
            ),
          ]),
      ...(open === 0
        ? []
        : [
            say(
              `${plural(open, 'warning')} of the check “${label}” must be acknowledged.`,
              `检查“${label}”有 ${open} 个警告需要确认。`,
            ),
          ]),
    ];
  });
}
