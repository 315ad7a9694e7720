import { dateFormat, formatDays } from '@/lib/contract/formats';
import { DAY_MS, dayOf } from '@/lib/contract/times';
import type { Interval } from '@/lib/resources/metrics/schema';

// Intervals in words, in en-US and in the organization's zone, whatever the browser has. Days are named by their
// date there, which is then formatted as a date of UTC.

const DATE = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;

const WEEKDAY = dateFormat({ ...DATE, weekday: 'short' });
const FULL = dateFormat(DATE);
const SHORT = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' });
const MONTH = dateFormat({ year: 'numeric', month: 'long', timeZone: 'UTC' });
const SHORT_MONTH = dateFormat({ month: 'short', timeZone: 'UTC' });

/** The hour of a moment in a zone: `2 PM`. */
function hourOf(timestamp: string, zone: string): string {
  return dateFormat({ hour: 'numeric', timeZone: zone })(timestamp);
}

/** An interval in full, by its start: `Tue, Nov 3, 2026`, `Nov 2 – 8, 2026`, `November 2026`. */
export function periodTitle(timestamp: string, interval: Interval, zone: string): string {
  const day = new Date(dayOf(timestamp, zone));
  switch (interval) {
    case 'hour':
      return `${FULL(day)}, ${hourOf(timestamp, zone)}`;
    case 'day':
      return WEEKDAY(day);
    case 'week':
      return formatDays(day, new Date(day.getTime() + 6 * DAY_MS));
    case 'month':
      return MONTH(day);
    case 'year':
      return String(day.getUTCFullYear());
  }
}

/** An interval below a chart, where others stand beside it: `Nov 3`, `Nov`, and the year in place of January. */
export function periodTick(timestamp: string, interval: Interval, zone: string): string {
  const day = new Date(dayOf(timestamp, zone));
  const year = String(day.getUTCFullYear());
  switch (interval) {
    case 'hour': {
      const hour = hourOf(timestamp, zone);
      return hour === '12 AM' ? SHORT(day) : hour;
    }
    case 'day':
    case 'week':
      return SHORT(day);
    case 'month':
      return day.getUTCMonth() === 0 ? year : SHORT_MONTH(day);
    case 'year':
      return year;
  }
}

/** Dates, both inclusive: `Oct 24 – Nov 22, 2026`. */
export function rangeTitle({ start, end }: { start: string; end: string }): string {
  return formatDays(new Date(start), new Date(end));
}
