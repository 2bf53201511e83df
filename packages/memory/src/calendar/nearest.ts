import { monthRange, type DateContext, type DayRange } from './mention';
import { addDays, compareDays, isRealDay, type CalendarDay } from './zone';

/** Without a tense, a day or month this far away is taken for the nearest one; further off nobody knows the year. */
const NEAR_DAYS = 61;
/** 29 February comes back after eight years at the latest. */
const YEARS_AROUND = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8, -8];

/**
 * The occurrence of a day of the year before or after today, by the tense. Without a tense the nearest one when it is
 * within two months, else null: no year is better than a wrong one.
 */
export function nearestYear(
  part: { month: number; day: number },
  { local, tense }: DateContext,
): CalendarDay | null {
  const real = YEARS_AROUND.map((shift) => ({ year: local.year + shift, ...part })).filter(isRealDay);
  const fitting = real.filter((day) => compareDays(day, local) * tense >= 0);
  const [best] = fitting.sort((a, b) => distance(a, local) - distance(b, local));
  if (!best || (tense === 0 && !isNear(best, local))) return null;
  return best;
}

/** A month without a year: this or the last one in a past clause, this or the coming one in a future one. */
export function nearestMonth(month: number, { local, tense }: DateContext): DayRange | null {
  if (month < 1 || month > 12) return null;
  if (tense < 0) return monthRange(month <= local.month ? local.year : local.year - 1, month);
  if (tense > 0) return monthRange(month >= local.month ? local.year : local.year + 1, month);
  const around = [local.year - 1, local.year, local.year + 1].map((year) => monthRange(year, month));
  return (
    around.find(
      ({ from, to }) =>
        compareDays(from, addDays(local, NEAR_DAYS)) <= 0 && compareDays(addDays(local, -NEAR_DAYS), to) <= 0,
    ) ?? null
  );
}

const distance = (day: CalendarDay, from: CalendarDay): number => Math.abs(compareDays(day, from));

function isNear(day: CalendarDay, local: CalendarDay): boolean {
  return (
    compareDays(day, addDays(local, NEAR_DAYS)) <= 0 && compareDays(day, addDays(local, -NEAR_DAYS)) >= 0
  );
}
