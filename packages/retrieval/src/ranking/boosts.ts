import type { AppliedBoost, RankCandidate } from './types';

/** Boosts break near-ties; together they never move a score by more than this, so relevance stays first. */
const LOWEST = 0.8;
const HIGHEST = 1.15;
const RECENT = 0.06;
const RECENT_HALF_LIFE_DAYS = 30;
const HEAT = 0.04;
const HEAT_HALF = 5;
const DAY = 86_400_000;

function recency(time: Date, now: Date): number {
  const days = Math.max(0, now.getTime() - time.getTime()) / DAY;
  return 1 + RECENT * 2 ** (-days / RECENT_HALF_LIFE_DAYS);
}

/** Factors that differ from 1 by at least half a percent. */
export function boostsOf(candidate: RankCandidate, now: Date): AppliedBoost[] {
  const heat = Math.max(0, candidate.heat);
  const all: AppliedBoost[] = [
    {
      name: 'recent',
      factor: recency(candidate.eventTime ?? candidate.recordedAt, now),
    },
    { name: 'heat', factor: 1 + (HEAT * heat) / (heat + HEAT_HALF) },
    { name: 'verified', factor: candidate.trust === 'verified' ? 1.05 : 1 },
    { name: 'unreviewed', factor: candidate.trust === 'unreviewed' ? 0.97 : 1 },
    { name: 'stale', factor: candidate.stale === true ? 0.85 : 1 },
  ];
  return all
    .filter((boost) => Math.abs(boost.factor - 1) >= 0.005)
    .map((boost) => ({
      ...boost,
      factor: Math.round(boost.factor * 1000) / 1000,
    }));
}

export function boostFactor(boosts: readonly AppliedBoost[]): number {
  const product = boosts.reduce((factor, boost) => factor * boost.factor, 1);
  return Math.min(HIGHEST, Math.max(LOWEST, product));
}
