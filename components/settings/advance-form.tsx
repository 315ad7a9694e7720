'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWhyNot } from '@/components/form/rights';
import { summaryOf, TestClockItems } from '@/components/settings/test-clock-items';
import { ADVANCE_FORM, clock as texts } from '@/components/settings/texts';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ErrorNote, errorMessage } from '@/components/ui/error-state';
import { Field } from '@/components/ui/field';
import { MomentInput, momentProblem } from '@/components/ui/moment-input';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import { formatDateTime, useTimeZone } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import { isMoment } from '@/components/ui/typed-day';
import { query, useCommand } from '@/lib/client/queries';
import { zoneCity } from '@/lib/contract/time-zones';
import { addMonths, DAY_MS, dayOf } from '@/lib/contract/times';
import { advanceTestClock } from '@/lib/resources/test-clocks/contract';

/** As many as one page of the operation has: so many are told by kind. */
const COUNTED = 100;
const LISTED = 20;

const STEPS: readonly { label: string; from: (now: Date) => Date }[] = [
  { label: ADVANCE_FORM.day, from: (now) => new Date(now.getTime() + DAY_MS) },
  { label: ADVANCE_FORM.week, from: (now) => new Date(now.getTime() + 7 * DAY_MS) },
  { label: ADVANCE_FORM.month, from: (now) => addMonths(now, 1) },
  { label: ADVANCE_FORM.year, from: (now) => addMonths(now, 12) },
];

/** Chooses a moment, previews what happens until then, and advances after a confirmation. */
export function AdvanceForm({ organizationId, now }: { organizationId: string; now: string }) {
  const zone = useTimeZone();
  const blockedBy = useWhyNot()(advanceTestClock);
  const [entered, setEntered] = useState<string | null>(null);
  const to = isMoment(entered) ? entered : null;
  const [isAsking, setAsking] = useState(false);
  const body = { organization_id: organizationId, to: to ?? now };
  const preview = useQuery({
    ...query(advanceTestClock, { query: { limit: COUNTED }, body: { ...body, dry_run: true } }),
    enabled: to !== null,
    retry: false,
  });
  const advance = useCommand(advanceTestClock, {
    onSuccess: () => {
      setEntered(null);
      showToast(texts.started);
    },
  });
  // Without a time the last answer was about another one.
  const error = to === null ? null : preview.error;
  const problem = error?.problems.find(({ loc }) => loc[1] === 'to')?.msg;
  const found = preview.data && 'items' in preview.data ? preview.data : undefined;
  const missing = to === null ? texts.choose : null;
  return (
    <div className="flex flex-col gap-4">
      <Field
        label={texts.to}
        error={entered !== null && to === null ? momentProblem(entered) : problem}
        help={texts.toHelp(zoneCity(zone))}
      >
        {(aria) => (
          <MomentInput
            label={texts.to}
            {...aria}
            min={dayOf(now, zone)}
            value={entered}
            zone={zone}
            onChange={setEntered}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-xs text-muted">{texts.jump}</span>
        {STEPS.map(({ label, from }) => (
          <Button
            key={label}
            size="small"
            onClick={() => setEntered(from(new Date(now)).toISOString())}
          >
            {label}
          </Button>
        ))}
      </div>
      {to !== null && preview.isPending && (
        <div className="flex flex-col gap-3" aria-busy>
          <LoadingNote label={ADVANCE_FORM.thePreview} />
          <Skeleton className="w-48" />
        </div>
      )}
      {error && problem === undefined && <ErrorNote title={texts.noPreview} error={error} />}
      {to !== null && found && (
        <div className="flex flex-col gap-2">
          <p role="status">
            {texts.until} <strong>{summaryOf(found.items, found.pagination.total_count)}</strong>.
          </p>
          <TestClockItems
            label={ADVANCE_FORM.eventsUntilThen}
            items={found.items.slice(0, LISTED)}
            total={found.pagination.total_count}
          />
        </div>
      )}
      <div>
        <Button
          variant="primary"
          blockedBy={blockedBy ?? missing ?? (error ? errorMessage(error) : null)}
          pending={to !== null && preview.isPending}
          onClick={() => setAsking(true)}
        >
          {texts.advanceMore}
        </Button>
      </div>
      {to !== null && found && (
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          variant="primary"
          title={texts.confirmTitle(formatDateTime(to, zone))}
          verb={texts.advance}
          effects={texts.confirmText(summaryOf(found.items, found.pagination.total_count))}
          onConfirm={() => advance.mutateAsync({ body })}
        />
      )}
    </div>
  );
}
