'use client';

import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ChevronProps, DayPicker } from 'react-day-picker';
import { classes } from '@/components/ui/classes';
import { localDay } from '@/components/ui/typed-day';

const ICONS = { left: ChevronLeft, right: ChevronRight, up: ChevronDown, down: ChevronDown };

const COMPONENTS = {
  Chevron({ orientation = 'left', className }: ChevronProps) {
    const Icon = ICONS[orientation];
    return <Icon aria-hidden className={classes('size-4', className)} />;
  },
};

/** How many years can be chosen before and after today where there are no bounds. */
const YEARS = 100;
const NAV =
  'inline-flex size-8 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink aria-disabled:opacity-50 coarse:size-11';

/** The days of a month to pick one from: arrow keys move by days and weeks, Page Up and Page Down by months. */
export function Calendar({
  selected,
  today,
  min,
  max,
  onPick,
}: {
  selected: string | undefined;
  today: string;
  min: string | undefined;
  max: string | undefined;
  onPick: (day: string) => void;
}) {
  const now = dateOf(today);
  const first = min ? dateOf(min) : new Date(now.getFullYear() - YEARS, 0);
  const last = max ? dateOf(max) : new Date(now.getFullYear() + YEARS, 11);
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      fixedWeeks
      showOutsideDays
      captionLayout="dropdown"
      navLayout="around"
      today={now}
      selected={selected ? dateOf(selected) : undefined}
      defaultMonth={dateOf(selected ?? clamped(today, min, max))}
      startMonth={first}
      endMonth={last}
      disabled={[...(min ? [{ before: first }] : []), ...(max ? [{ after: last }] : [])]}
      onSelect={(date) => onPick(localDay(date))}
      components={COMPONENTS}
      classNames={{
        month: 'grid grid-cols-[auto_1fr_auto] items-center gap-y-2',
        month_caption: 'flex justify-center',
        button_previous: NAV,
        button_next: NAV,
        dropdowns: 'flex items-center gap-1',
        dropdown_root:
          'relative inline-flex h-8 items-center rounded-control px-1.5 hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent coarse:h-11',
        dropdown: 'absolute inset-0 w-full cursor-pointer appearance-none opacity-0',
        caption_label: 'inline-flex items-center gap-1 font-medium tabular-nums',
        chevron: 'text-muted',
        month_grid: 'col-span-3 border-collapse',
        weekday: 'h-7 text-xs font-normal text-muted',
        day: 'group p-0 text-center',
        day_button:
          'size-9 rounded-control tabular-nums hover:bg-sunken group-data-outside:text-muted group-data-today:font-semibold group-data-today:text-accent group-data-selected:bg-primary! group-data-selected:text-on-accent! disabled:cursor-not-allowed disabled:opacity-40 coarse:size-11',
      }}
    />
  );
}

/** Midnight of a day by the browser's clock, which the calendar counts by. */
function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

function clamped(day: string, min = day, max = day): string {
  if (day < min) return min;
  return day > max ? max : day;
}
