'use client';

import { useTranslations } from 'next-intl';
import { useFormat } from '../../i18n/format';
import { Badge, Words } from '../../ui/text';
import { shortDigest } from './digest';
import type { Proposal } from './use-review';

/** Who decided what, on which digest. */
export function Decisions({ proposal }: { proposal: Proposal }) {
  const t = useTranslations('review');
  const format = useFormat();
  if (proposal.decisions.length === 0) return null;
  return (
    <section className="sect" aria-label={t('decisions')}>
      <header>
        <h2>{t('decisions')}</h2>
      </header>
      <ul className="rows decisions">
        {proposal.decisions.map((decision) => (
          <li key={decision.id} className="decision">
            <span className="avatar" aria-hidden="true">
              {[...decision.by.name][0]}
            </span>
            <span className="flow">
              <b>
                <Words text={decision.by.name} />
              </b>
              <Badge tone={decision.kind === 'APPROVE' ? (decision.isCurrent ? 'ok' : '') : 'warn'}>
                {t(`decided.${decision.kind}`)}
              </Badge>
              <span className="meta">{format.dateTime(decision.at)}</span>
              <span className="meta mono">{shortDigest(decision.digest)}</span>
              {!decision.isCurrent && <span className="meta">{t('outdated')}</span>}
            </span>
            {decision.note !== null && decision.note !== '' && (
              <p>
                <Words text={decision.note} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
