const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const satisfies readonly [Intl.RelativeTimeFormatUnit, number][];

/** How dates, numbers and lists are written. `timeZone` is an IANA name; the device's own when left out. */
export function createFormat(locale: string, timeZone: string | undefined) {
  // `en` alone writes 11/30/2026 and 2:30 PM; these pages are read in many places
  const region = locale === 'en' ? 'en-GB' : locale;
  const zone = timeZone === undefined ? {} : { timeZone };
  const date = new Intl.DateTimeFormat(region, { dateStyle: 'medium', ...zone });
  const dateTime = new Intl.DateTimeFormat(region, { dateStyle: 'medium', timeStyle: 'short', ...zone });
  const clock = new Intl.DateTimeFormat(region, { timeStyle: 'medium', hourCycle: 'h23', ...zone });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' });
  const number = new Intl.NumberFormat(locale);
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const size = (unit: string, value: number) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: unit === 'byte' ? 'long' : 'short', // the short form of a byte has no plural
      maximumFractionDigits: 1,
    }).format(value);
  return {
    date: (at: string) => date.format(new Date(at)),
    dateTime: (at: string) => dateTime.format(new Date(at)),
    clock: (at: number) => clock.format(at),
    number: (value: number) => number.format(value),
    list: (items: Iterable<string>) => list.format(items),
    bytes: (value: number) =>
      value < 1_000
        ? size('byte', value)
        : value < 1_000_000
          ? size('kilobyte', value / 1_000)
          : size('megabyte', value / 1_000_000),
    /** `now` and `at` in milliseconds and ISO form; the future is told as such. */
    ago: (at: string, now: number) => {
      const seconds = Math.round((new Date(at).getTime() - now) / 1_000);
      for (const [unit, length] of UNITS) {
        if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
      }
      return relative.format(0, 'second');
    },
  };
}
