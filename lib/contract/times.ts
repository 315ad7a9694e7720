import { localTimeFormat } from '@/lib/contract/formats';

// Days and minutes of an organization's zone, over changes of the clock as well. A day is `2026-05-03`, a minute what
// the clocks show, `2026-05-03T16:05`.

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

/** When the hour of a moment began. */
export function hourOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / HOUR_MS) * HOUR_MS);
}

/** A moment as the clocks of a zone show it: `2026-05-03 16:05:12`. */
export function printLocalTime(moment: string, zone: string): string {
  return localTimeFormat(zone)(moment);
}

/** The minute of a moment in a zone. */
export function minuteOf(moment: string, zone: string): string {
  return printLocalTime(moment, zone).slice(0, 16).replace(' ', 'T');
}

/** The day of a moment in a zone. */
export function dayOf(moment: string, zone: string): string {
  return minuteOf(moment, zone).slice(0, 10);
}

/** So many days later, or earlier where `count` is negative. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The same time so many months later, on a day of the month or on the last of a shorter one (UTC). */
export function addMonths(date: Date, months: number, day = date.getUTCDate()): Date {
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const later = new Date(date);
  later.setUTCFullYear(year, month, Math.min(day, lastDay));
  return later;
}

/** The moment at which a day begins in a zone. */
export function dayStart(day: string, zone: string): string {
  return momentOf(`${day}T00:00`, zone);
}

/** The moment at which a day is over in a zone: the next one begins. */
export function dayEnd(day: string, zone: string): string {
  return dayStart(addDays(day, 1), zone);
}

/** The moment at which the clocks of a zone show a minute. */
export function momentOf(minute: string, zone: string): string {
  const shown = Date.parse(`${minute}Z`);
  // Twice, because the offset may differ between the guess and the result (daylight saving time).
  const guess = shown - offsetAt(shown, zone);
  return new Date(shown - offsetAt(guess, zone)).toISOString();
}

/** How far a zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const shown = printLocalTime(new Date(moment).toISOString(), zone).replace(' ', 'T');
  return Date.parse(`${shown}Z`) - Math.floor(moment / 1000) * 1000;
}
