// Days of an organization's zone, over changes of the clock as well.

/** The day of a moment in a zone: `2026-05-03`. */
export function dayOf(moment: string, zone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(moment));
}

/** The moment at which a day begins in a zone. */
export function dayStart(day: string, zone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Twice, for the offset may differ between the guess and the answer.
  let moment = midnight - offsetAt(midnight, zone);
  moment = midnight - offsetAt(moment, zone);
  return new Date(moment).toISOString();
}

/** The moment at which a day is over in a zone: the next one begins. */
export function dayEnd(day: string, zone: string): string {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
  return dayStart(next.toISOString().slice(0, 10), zone);
}

/** How far a zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
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
