import { addDays, DAY_MS, dayOf } from '@/lib/contract/times';
import type { Interval } from '@/lib/resources/metrics/schema';

/** Days of an organization's zone as `YYYY-MM-DD`, both inclusive. */
export interface DateRange {
  start: string;
  end: string;
}

/** Ranges that end today. */
export const RANGE_NAMES = ['7d', '30d', '90d', '12m'] as const;
export type RangeName = (typeof RANGE_NAMES)[number];
export const DEFAULT_RANGE: RangeName = '30d';

const DAYS: Record<Exclude<RangeName, '12m'>, number> = { '7d': 7, '30d': 30, '90d': 90 };

/** The name that an address has for a range; the default for any other text. */
export function rangeNameOf(text: string | null | undefined): RangeName {
  return RANGE_NAMES.find((name) => name === text) ?? DEFAULT_RANGE;
}

/** What the day of an organization depends on. */
export interface OrganizationClock {
  timezone: string;
  test_clock: { now: string } | null;
}

/** The day that it is in an organization: in its zone, by its clock (docs/contract/time.md#clock). */
export function todayOf({ timezone, test_clock }: OrganizationClock): string {
  return dayOf(test_clock?.now ?? new Date().toISOString(), timezone);
}

/** The days of a named range; the 12 months are calendar months, the last of them the present one. */
export function rangeOf(name: RangeName, today: string): DateRange {
  if (name === '12m') return { start: `${addMonths(today, -11).slice(0, 7)}-01`, end: today };
  return { start: addDays(today, 1 - DAYS[name]), end: today };
}

/** What a range is compared with: as many days just before it, or the same days of the year before 12 months. */
export function rangeBefore(range: DateRange, name?: RangeName): DateRange {
  if (name === '12m') return { start: addMonths(range.start, -12), end: addMonths(range.end, -12) };
  return { start: addDays(range.start, -daysIn(range)), end: addDays(range.start, -1) };
}

/** The number of days, 0 or less where the end is before the start. */
export function daysIn({ start, end }: DateRange): number {
  return (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;
}

/** The interval that shows a range best: at most about 90 of them. */
export function intervalFor(range: DateRange): Interval {
  const days = daysIn(range);
  if (days <= 2) return 'hour';
  if (days <= 92) return 'day';
  if (days <= 200) return 'week';
  return days <= 3653 ? 'month' : 'year';
}

/** The same day of another month, or its last one. */
function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last)))
    .toISOString()
    .slice(0, 10);
}
