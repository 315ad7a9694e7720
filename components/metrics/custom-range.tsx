'use client';

import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { daysIn, todayOf } from '@/components/charts/date-range';
import type { PageSearch } from '@/components/charts/page-search';
import { rangeTitle } from '@/components/charts/period-label';
import type { MetricsView } from '@/components/metrics/metrics-queries';
import { CUSTOM } from '@/components/metrics/texts';
import { useOrganization } from '@/components/session/organization';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { DateInput } from '@/components/ui/date-input';
import { Field } from '@/components/ui/field';
import { Popover } from '@/components/ui/popover';
import { isDay } from '@/components/ui/typed-day';
import { zoneCity } from '@/lib/contract/time-zones';
import type { MetricsLimits } from '@/lib/resources/metrics/schema';

/** Dates of one's own, within what the API has figures of. */
export function CustomRange({
  view,
  search,
  limits,
}: {
  view: MetricsView;
  search: PageSearch;
  limits: MetricsLimits | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const isCurrent = view.name === null;
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label={CUSTOM.label}
      trigger={
        <button
          type="button"
          className={classes(
            'flex h-8 items-center gap-1.5 rounded-control border px-2 hover:bg-sunken coarse:h-11',
            isCurrent ? 'border-accent bg-selected font-medium' : 'border-control bg-surface',
          )}
        >
          {isCurrent ? rangeTitle(view.range) : CUSTOM.short}
          <ChevronDown aria-hidden className="size-3.5 text-muted" />
        </button>
      }
    >
      <RangeForm
        view={view}
        limits={limits}
        onApply={(dates) => {
          setOpen(false);
          search.change({ ...dates, range: undefined, interval: undefined });
        }}
      />
    </Popover>
  );
}

function RangeForm({
  view: { range },
  limits,
  onApply,
}: {
  view: MetricsView;
  limits: MetricsLimits | undefined;
  onApply: (dates: { start_date: string; end_date: string }) => void;
}) {
  const organization = useOrganization();
  const [dates, setDates] = useState({ start_date: range.start, end_date: range.end });
  const [error, setError] = useState<string>();
  const bounds = { min: limits?.min_date, max: todayOf(organization) };
  const field = (name: keyof typeof dates, label: string, help?: string) => (
    <Field label={label} help={help} error={name === 'end_date' ? error : undefined}>
      {(aria) => (
        <DateInput
          {...aria}
          {...bounds}
          value={dates[name]}
          onChange={(day) => setDates({ ...dates, [name]: day })}
        />
      )}
    </Field>
  );
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const problem = problemOf(dates, limits);
        setError(problem);
        if (!problem) onApply(dates);
      }}
    >
      {field('start_date', CUSTOM.from)}
      {field('end_date', CUSTOM.to, CUSTOM.zone(zoneCity(organization.timezone)))}
      <Button type="submit" variant="primary">
        {CUSTOM.apply}
      </Button>
    </form>
  );
}

function problemOf(
  { start_date: start, end_date: end }: { start_date: string; end_date: string },
  limits: MetricsLimits | undefined,
): string | undefined {
  if (!isDay(start) || !isDay(end)) return CUSTOM.missing;
  const days = daysIn({ start, end });
  if (days < 1) return CUSTOM.reversed;
  return limits && days > limits.intervals.year.max_days ? CUSTOM.tooLong : undefined;
}
