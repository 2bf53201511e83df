'use client';

import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useFormat } from '../../i18n/format';
import { LinkButton } from '../../ui/button';
import { languageOf } from '../../ui/ranges';
import { Badge, Layer, Words } from '../../ui/text';
import { useTerms } from '../terms/use-terms';
import { CardActs } from './card-acts';
import type { PeekedCard } from './peeked';
import { Head } from './peek-head';

interface CardFactsProps {
  card: PeekedCard;
  onPeek: (id: string) => void;
  onForgotten: (id: string) => void;
}

/** One fact: its words, what is known about it, and what its owner may do with it. */
export function CardFacts({ card, onPeek, onForgotten }: CardFactsProps) {
  const t = useTranslations('peek');
  const format = useFormat();
  const { categoryName, tagName } = useTerms();
  const from = card.validFrom ?? card.eventTime;
  return (
    <>
      <Head layer="L1">
        <span>{t(`cardKind.${card.cardKind}`)}</span>
        <Badge tone={card.supersededBy !== null || card.retiredBecause !== null ? 'warn' : 'ok'}>
          {t(card.supersededBy !== null ? 'superseded' : card.retiredBecause !== null ? 'retired' : 'valid')}
        </Badge>
      </Head>
      <h2 className="fact">
        <Words text={card.content} />
      </h2>
      <CardActs card={card} onForgotten={onForgotten} />
      <dl className="facts">
        <dt>{t('kind')}</dt>
        <dd>{t('kindText', { kind: t(`cardKind.${card.cardKind}`), priority: card.priority })}</dd>
        {card.category !== null && (
          <>
            <dt>{t('category')}</dt>
            <dd lang={languageOf(categoryName(card.category))}>{categoryName(card.category)}</dd>
          </>
        )}
        {from !== null && (
          <>
            <dt>{t('validTime')}</dt>
            <dd>
              {t('period', {
                from: format.date(from),
                to: card.validTo === null ? t('now') : format.date(card.validTo),
              })}
            </dd>
          </>
        )}
        <dt>{t('learned')}</dt>
        <dd>{format.dateTime(card.recordedAt)}</dd>
        <dt>{t('confidence')}</dt>
        <dd>{format.number(Math.round(card.confidence * 100) / 100)}</dd>
        {card.scene !== null && (
          <>
            <dt>{t('scene')}</dt>
            <dd>
              <Layer layer="L2" />{' '}
              <LinkButton onClick={() => onPeek(card.scene?.id ?? '')}>
                <Words text={card.scene.title} />
              </LinkButton>
            </dd>
          </>
        )}
        <dt>{t('readers')}</dt>
        <dd>
          {card.agent === null
            ? t('readersOwn')
            : t.rich('readersCard', {
                agent: () => <Link href={`/agents/${card.agent?.id}`}>{card.agent?.name}</Link>,
              })}
        </dd>
        {card.tags.length > 0 && (
          <>
            <dt>{t('tags')}</dt>
            <dd className="flow">
              {card.tags.map((tag) => (
                <span className="tag" key={tag} lang={languageOf(tagName(tag))}>
                  {tagName(tag)}
                </span>
              ))}
            </dd>
          </>
        )}
      </dl>
      {card.supersededBy !== null && (
        <p className="meta">
          {t('supersededText')}{' '}
          <LinkButton className="meta" onClick={() => onPeek(card.supersededBy ?? '')}>
            {t('newer')}
          </LinkButton>
        </p>
      )}
      {card.supersedes[0] !== undefined && (
        <p className="meta">
          {t('supersedesText')}{' '}
          <LinkButton className="meta" onClick={() => onPeek(card.supersedes[0] ?? '')}>
            {t('older')}
          </LinkButton>
        </p>
      )}
    </>
  );
}
