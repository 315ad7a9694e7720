// Days and minutes of an organization's zone, over changes of the clock as well.

/** The day of a moment in a zone: `2026-05-03`. */
export function dayOf(moment: string, zone: string): string {
  return minuteOf(moment, zone).slice(0, 10);
}

/** The moment at which a day begins in a zone. */
export function dayStart(day: string, zone: string): string {
  return momentOf(`${day}T00:00`, zone);
}

/** The moment at which a day is over in a zone: the next one begins. */
export function dayEnd(day: string, zone: string): string {
  const next = new Date(Date.parse(`${day}T00:00Z`) + 86_400_000);
  return dayStart(next.toISOString().slice(0, 10), zone);
}

/** What the clocks of a zone show at a moment: `2026-05-03T16:05`. */
export function minuteOf(moment: string, zone: string): string {
  const time = Date.parse(moment);
  return new Date(time + offsetAt(time, zone)).toISOString().slice(0, 16);
}

/** The moment at which the clocks of a zone show `2026-05-03T16:05`. */
export function momentOf(minute: string, zone: string): string {
  const shown = Date.parse(`${minute}Z`);
  // Twice, because the offset may differ between the guess and the result (daylight saving time).
  const guess = shown - offsetAt(shown, zone);
  return new Date(shown - offsetAt(guess, zone)).toISOString();
}

const FIELDS = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

/** How far a zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...FIELDS }).formatToParts(
    moment,
  );
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value ?? 0);
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - Math.floor(moment / 1000) * 1000;
}
