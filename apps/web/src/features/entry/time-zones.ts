/** The time zones the browser knows, its own first chosen. Old browsers know only their own. */
export function timeZones(): readonly string[] {
  const own = ownTimeZone();
  const all = Intl.supportedValuesOf('timeZone');
  return all.includes(own) ? all : [own, ...all];
}

export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
