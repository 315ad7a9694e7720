/** The time zones as choices, with one that the browser may not list. */
export function timeZonesWith(zone: string): { value: string; label: string }[] {
  const names = new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return [...names].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
