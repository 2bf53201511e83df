'use client';

import { useTranslations } from 'next-intl';
import { useFormat } from '../../i18n/format';

interface Budget {
  limitTokens: number;
  usedTokens: number;
}

/** How much of the budget the loadout takes, as a bar and in figures. */
export function BudgetBar({ budget }: { budget: Budget }) {
  const t = useTranslations('agents');
  const format = useFormat();
  const share = budget.limitTokens === 0 ? 0 : Math.min(1, budget.usedTokens / budget.limitTokens);
  return (
    <span className="flow nowrap-flow">
      <span className="bar in-row" aria-hidden="true">
        <i
          className={budget.usedTokens > budget.limitTokens ? 'over' : 'calm'}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span className="nowrap">
        {t('of', { used: format.number(budget.usedTokens), limit: format.number(budget.limitTokens) })}
      </span>
    </span>
  );
}
