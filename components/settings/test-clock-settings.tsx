'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock, FastForward, Snowflake } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWhyNot } from '@/components/form/rights';
import { useOrganization } from '@/components/session/organization';
import { AdvanceForm } from '@/components/settings/advance-form';
import { SettingsPart } from '@/components/settings/settings-frame';
import { TestClockItems } from '@/components/settings/test-clock-items';
import { TEST_CLOCK_SETTINGS, clock as texts } from '@/components/settings/texts';
import { Badge, type Status } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { ProgressBar } from '@/components/ui/progress-bar';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { ApiFailure } from '@/lib/client/client';
import { query } from '@/lib/client/queries';
import { DAY_MS } from '@/lib/contract/times';
import { advanceTestClock, getTestClock } from '@/lib/resources/test-clocks/contract';
import type { TestClock } from '@/lib/resources/test-clocks/schema';

const NEXT = 20;
/** How far the next events are looked for: less where too many happen. */
const HORIZONS = [365, 30, 1] as const;
const POLL_MS = 1000;

const STATES = {
  real: { tone: 'idle', icon: Clock, label: texts.real },
  frozen: { tone: 'info', icon: Snowflake, label: texts.frozen },
  advancing: { tone: 'warn', icon: FastForward, label: texts.advancing },
} as const satisfies Record<string, Status>;

/** The test clock of a sandbox organization: its time, what is due next, and how to advance it. */
export function TestClockSettings() {
  const { id, is_sandbox } = useOrganization();
  const client = useQueryClient();
  const clock = useQuery({
    ...query(getTestClock, { query: { organization_id: id } }),
    enabled: is_sandbox,
    refetchInterval: ({ state }) => (state.data?.status === 'advancing' ? POLL_MS : false),
  });
  const status = clock.data?.status;
  const lastStatus = useRef(status);
  useEffect(() => {
    // An advance may have changed whatever a page shows, and the time that it counts from.
    if (lastStatus.current === 'advancing' && status === 'ready') void client.invalidateQueries();
    lastStatus.current = status;
  }, [status, client]);
  if (!is_sandbox) {
    return <EmptyState title={texts.sandboxOnly}>{texts.sandboxOnlyText}</EmptyState>;
  }
  return (
    <QueryBoundary query={clock} what={texts.what} skeleton={<ClockSkeleton />}>
      {(found) => (
        <div className="flex flex-col gap-8">
          <NowPart clock={found} />
          {found.status === 'ready' && <ReadyParts key={found.now} clock={found} />}
        </div>
      )}
    </QueryBoundary>
  );
}

function ClockSkeleton() {
  return (
    <div className="flex flex-col gap-3" aria-busy>
      <LoadingNote label={TEST_CLOCK_SETTINGS.theTestClock} />
      <Skeleton className="w-56" />
      <Skeleton className="w-72" />
    </div>
  );
}

function NowPart({ clock }: { clock: TestClock }) {
  const { now, is_frozen, status, failed } = clock;
  const state = status === 'advancing' ? STATES.advancing : is_frozen ? STATES.frozen : STATES.real;
  return (
    <SettingsPart title={texts.time} text={texts.timeText}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-lg font-semibold">
          <Time value={now} show="datetime" />
        </span>
        <Badge status={state} />
      </p>
      {status === 'advancing' ? (
        <Progress clock={clock} />
      ) : (
        <p className="text-muted">{is_frozen ? texts.standsStill : texts.passes}</p>
      )}
      {failed > 0 && (
        <p role="status" className="border-l-2 border-warn bg-warn-fill px-3 py-2 text-warn">
          {TEST_CLOCK_SETTINGS.setAside(failed)}{' '}
          <code className="font-mono">{TEST_CLOCK_SETTINGS.npmRunJobs}</code>.{' '}
          {TEST_CLOCK_SETTINGS.triesAgain}
        </p>
      )}
    </SettingsPart>
  );
}

function Progress({ clock: { done, total, target } }: { clock: TestClock }) {
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar label={TEST_CLOCK_SETTINGS.advance} value={done} max={total} />
      <p className="text-muted">
        {total === 0 ? (
          <>
            {TEST_CLOCK_SETTINGS.waitingForAWorker}{' '}
            <code className="font-mono">{TEST_CLOCK_SETTINGS.npmRunWorker}</code>.
          </>
        ) : (
          <>
            {TEST_CLOCK_SETTINGS.done(done, total)} <Time value={target} show="datetime" />.{' '}
            {TEST_CLOCK_SETTINGS.locked}
          </>
        )}
      </p>
    </div>
  );
}

function ReadyParts({ clock }: { clock: TestClock }) {
  const { organization_id, now } = clock;
  // What is due is told by the operation that advances.
  const blockedBy = useWhyNot()(advanceTestClock);
  return (
    <>
      <SettingsPart title={texts.advance} text={texts.advanceText}>
        <AdvanceForm organizationId={organization_id} now={now} />
      </SettingsPart>
      <SettingsPart title={texts.next} text={texts.nextText(NEXT)}>
        {blockedBy === null ? (
          <Upcoming organizationId={organization_id} now={now} />
        ) : (
          <p className="text-muted">{blockedBy}</p>
        )}
      </SettingsPart>
    </>
  );
}

/** The operation's own limit on the number of events. */
function isTooMuch(error: ApiFailure | null): boolean {
  return error?.status === 422;
}

function Upcoming({ organizationId, now }: { organizationId: string; now: string }) {
  const [place, setPlace] = useState(0);
  const days = HORIZONS[place] ?? 1;
  const to = new Date(Date.parse(now) + days * DAY_MS).toISOString();
  const forecast = useQuery({
    ...query(advanceTestClock, {
      query: { limit: NEXT },
      body: { organization_id: organizationId, to, dry_run: true },
    }),
    retry: false,
  });
  const { data, error } = forecast;
  if (isTooMuch(error) && place + 1 < HORIZONS.length) setPlace(place + 1);
  if (data && 'items' in data) {
    const { items, pagination } = data;
    if (items.length > 0) {
      return (
        <TestClockItems
          label={TEST_CLOCK_SETTINGS.nextEvents}
          items={items}
          total={pagination.total_count}
        />
      );
    }
    const span = days === 365 ? TEST_CLOCK_SETTINGS.year : TEST_CLOCK_SETTINGS.month;
    return <p className="text-muted">{texts.nothingDue(span)}</p>;
  }
  if (error && !isTooMuch(error)) {
    return (
      <ErrorNote
        title={texts.noForecast}
        error={error}
        retrying={forecast.isFetching}
        onRetry={() => void forecast.refetch()}
      />
    );
  }
  return (
    <div className="flex flex-col gap-3" aria-busy>
      <LoadingNote label={TEST_CLOCK_SETTINGS.whatIsDueNext} />
      <Skeleton className="w-full" />
      <Skeleton className="w-full" />
    </div>
  );
}
