'use client';

import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import { Tooltip } from '@/components/ui/tooltip';
import { dateFormat, detectedZone, formatAgo } from '@/lib/contract/formats';

const ZoneContext = createContext<string | null>(null);

/** Provides the organization's time zone, in which times and days are shown. */
export function TimeZone({ zone, children }: { zone: string; children: ReactNode }) {
  return <ZoneContext value={zone}>{children}</ZoneContext>;
}

const FrozenContext = createContext<number | null>(null);

/** Provides the moment at which an organization's test clock is frozen; null where it has the real time. */
export function FrozenTime({ now, children }: { now: string | null; children: ReactNode }) {
  return <FrozenContext value={now === null ? null : Date.parse(now)}>{children}</FrozenContext>;
}

/** A time that goes by the real clock, whatever the organization's test clock says. */
export function RealTime(props: Parameters<typeof Time>[0]) {
  return (
    <FrozenTime now={null}>
      <Time {...props} />
    </FrozenTime>
  );
}

/** The organization's time: "in 2 days" is counted from it (docs/contract/time.md#test-clocks). */
export function useNow(): number {
  return use(FrozenContext) ?? Date.now();
}

/** The organization's time zone; outside of an organization the browser's, UTC until hydration ends. */
export function useTimeZone(): string {
  const browser = useBrowserZone();
  return use(ZoneContext) ?? browser ?? 'UTC';
}

export function browserZone(): string {
  return detectedZone();
}

const never = () => () => {};

/** The browser's time zone; null on the server and during hydration. */
export function useBrowserZone(): string | null {
  return useSyncExternalStore(never, browserZone, () => null);
}

function format(moment: Date, timeZone: string, style: keyof typeof STYLES): string {
  return dateFormat({ timeZone, ...STYLES[style] })(moment);
}

const DATE = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const STYLES = {
  date: DATE,
  day: { month: 'short', day: 'numeric' },
  dayMinute: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  minute: { ...DATE, hour: 'numeric', minute: '2-digit' },
  exact: {
    ...DATE,
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'shortOffset',
  },
} as const;

/** `May 3, 2026` in a zone. */
export function formatDate(value: string, zone: string): string {
  return format(new Date(value), zone, 'date');
}

/** `May 3, 2026, 4:05 PM` in a zone. */
export function formatDateTime(value: string, zone: string): string {
  return format(new Date(value), zone, 'minute');
}

/** `May 3`, with its year where that is another one than now's. */
export function formatShort(value: string, zone: string, now: number): string {
  return isThisYear(value, zone, now)
    ? format(new Date(value), zone, 'day')
    : formatDate(value, zone);
}

/** `May 3, 4:05 PM`; of another year the date alone. */
function formatMinute(value: string, zone: string, now: number): string {
  return isThisYear(value, zone, now)
    ? format(new Date(value), zone, 'dayMinute')
    : formatDate(value, zone);
}

function isThisYear(value: string, zone: string, now: number): boolean {
  const [year, current] = [new Date(value), new Date(now)].map((moment) =>
    format(moment, zone, 'date').slice(-4),
  );
  return year === current;
}

const LONG_UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
] as const;
const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;
const WEEK = 7 * 86_400;

/** "3 hours ago", "in 2 days"; from 7 days on the date. */
export function formatRelative(value: string, zone: string, now: number): string {
  const isFar = Math.abs(Date.parse(value) - now) >= WEEK * 1000;
  return isFar ? formatDate(value, zone) : formatDistance(value, now);
}

/** "3 hours ago", "in 2 days", "5 months ago". */
function formatDistance(value: string, now: number): string {
  const seconds = (Date.parse(value) - now) / 1000;
  for (const [unit, size] of [...LONG_UNITS, ...UNITS]) {
    if (Math.abs(seconds) >= size) return formatAgo(Math.trunc(seconds / size), unit);
  }
  return seconds > 0 ? 'in a moment' : 'just now';
}

interface TimeProps {
  value: string | null | undefined;
  /**
   * `relative` under 7 days; `short`, a day with its year only where it is another one; `minute`, the same with
   * the time of day; `date` or `datetime` in full. By default `relative`, and `short` in the rows of a list.
   */
  show?: 'relative' | 'short' | 'minute' | 'date' | 'datetime';
  /** Whether it is a tab stop; off in the rows of a list, where the exact time is shown on hover alone. */
  focusable?: boolean;
  /** Instead of "—" where there is no value. */
  empty?: string;
}

/** A moment; on hover or focus how long ago it is, in the organization's zone, local, and UTC. */
export function Time({
  value,
  focusable = true,
  show = focusable ? 'relative' : 'short',
  empty = '—',
}: TimeProps) {
  const zone = useTimeZone();
  const now = useNow();
  if (!value) return <span className="text-muted">{empty}</span>;
  const moment = new Date(value);
  const formatted = {
    relative: formatRelative,
    short: formatShort,
    minute: formatMinute,
    date: formatDate,
    datetime: formatDateTime,
  };
  const lines = [
    [zone.replaceAll('_', ' '), format(moment, zone, 'exact')],
    ...(browserZone() === zone ? [] : [['Your time', format(moment, browserZone(), 'exact')]]),
    ['UTC', format(moment, 'UTC', 'exact').replace(/ (GMT|UTC)$/, '')],
  ];
  return (
    <Tooltip
      focusable={focusable}
      className="whitespace-nowrap"
      content={
        <span className="grid grid-cols-[auto_auto] gap-x-3">
          <span className="col-span-2">{formatDistance(value, now)}</span>
          {lines.map(([name, text]) => (
            <span key={name} className="contents">
              <span className="text-muted">{name}</span>
              <span>{text}</span>
            </span>
          ))}
        </span>
      }
    >
      {/* The browser hydrates moments after the server rendered: "2 minutes ago" may have become 3. */}
      <time dateTime={value} suppressHydrationWarning>
        {formatted[show](value, zone, now)}
      </time>
    </Tooltip>
  );
}
