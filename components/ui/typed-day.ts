import { dateFormat } from '@/lib/contract/formats';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a day: `2030-05-03`. */
export function isDay(text: string): boolean {
  return DAY.test(text) && localDay(new Date(`${text}T00:00:00`)) === text;
}

/** Whether a text is a moment: `2030-05-03T04:00:00.000Z`. */
export function isMoment(text: string | null): text is string {
  return text !== null && /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text));
}

/** A day as its words: `May 3, 2030`. */
export function dayText(day: string): string {
  return DAY_FORMAT(day);
}

const DAY_FORMAT = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });

/**
 * The day that a text names as dates are written in American English: `May 3, 2030`, `5/3/2030`, or `2030-05-03`. Null
 * where it names none, or has no year yet.
 */
export function parseDay(text: string): string | null {
  const typed = text.trim();
  if (DAY.test(typed)) return isDay(typed) ? typed : null;
  if (!/(^|\D)\d{4}$/.test(typed)) return null;
  const date = new Date(typed);
  // The 31st of a shorter month is read as a day of the next one.
  const isSame = new RegExp(`(^|\\D)0?${date.getDate()}(\\D|$)`).test(typed.slice(0, -4));
  return isSame ? localDay(date) : null;
}

/** The day of a date by the browser's clock. */
export function localDay(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  const year = String(date.getFullYear()).padStart(4, '0');
  return `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
