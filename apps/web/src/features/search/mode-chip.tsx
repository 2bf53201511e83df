'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '../../ui/icon';
import { Popover } from '../../ui/menu';
import { Badge, type BadgeTone } from '../../ui/text';
import { MODES } from './filters';
import type { UrlFilters, useSearch } from './use-search';

interface ModeChipProps {
  answer: NonNullable<ReturnType<typeof useSearch>['answer']>;
  asked: UrlFilters['mode'];
  onChoose: (mode: UrlFilters['mode']) => void;
}

/** How this was searched, in a word; the panel says what that means and offers the other ways. */
export function ModeChip({ answer, asked, onChoose }: ModeChipProps) {
  const t = useTranslations('search');
  const { mode, degraded, meaningCoverage: seen } = answer;
  const partly = degraded.length > 0 || seen.embedded < seen.total;
  const tone: BadgeTone = mode === 'NONE' ? 'bad' : partly || mode !== answer.asked ? 'half warn' : 'ok';
  const word = partly && mode === 'HYBRID' ? t('partly', { mode: t('mode.HYBRID') }) : t(`mode.${mode}`);
  return (
    <Popover
      role="menu"
      label={t('modeTitle')}
      buttonClass="chip"
      className="wide"
      buttonLabel={t('modeButton', { mode: word })}
      button={
        <>
          <Badge tone={tone}>{word}</Badge>
          <Icon name="chevron" />
        </>
      }
    >
      {MODES.map((choice) => (
        <button
          key={choice}
          type="button"
          role="menuitemradio"
          aria-checked={(asked ?? 'HYBRID') === choice}
          data-opt=""
          className="opt tall"
          onClick={() => onChoose(choice === 'HYBRID' ? null : choice)}
        >
          <Icon name={(asked ?? 'HYBRID') === choice ? 'check' : 'search'} />
          <span>
            {t(`mode.${choice}`)}
            <span className="meta">{t(`modeText.${choice}`)}</span>
          </span>
        </button>
      ))}
    </Popover>
  );
}
