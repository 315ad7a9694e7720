'use client';

import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { Section } from '@/components/ui/section';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDateTime, useTimeZone } from '@/components/ui/time';
import { WEBHOOK_PAGE } from '@/components/webhooks/texts';
import { query } from '@/lib/client/queries';
import { getWebhookHealth } from '@/lib/resources/webhook-endpoints/contract';
import type { WebhookHealth } from '@/lib/resources/webhook-endpoints/schema';

/** The tries of the last 24 hours, an hour a bar: failed ones stand on those that arrived. */
export function Health({ id }: { id: string }) {
  const health = useQuery(query(getWebhookHealth, { params: { id } }));
  return (
    <Section title={WEBHOOK_PAGE.health}>
      <QueryBoundary
        query={health}
        what={WEBHOOK_PAGE.healthFailed}
        skeleton={<Skeleton className="h-14 w-full" />}
      >
        {({ hours }) => <Bars hours={hours} />}
      </QueryBoundary>
    </Section>
  );
}

function Bars({ hours }: { hours: WebhookHealth['hours'] }) {
  const zone = useTimeZone();
  const sum = (key: 'succeeded_count' | 'failed_count') =>
    hours.reduce((total, hour) => total + hour[key], 0);
  const most = Math.max(1, ...hours.map((hour) => hour.succeeded_count + hour.failed_count));
  const height = (count: number) => `${Math.max(count === 0 ? 0 : 6, (count / most) * 100)}%`;
  const [succeeded, failed] = [sum('succeeded_count'), sum('failed_count')];
  return (
    <div className="flex flex-col gap-2">
      <ol className="flex h-14 items-end gap-0.5 border-b border-line">
        {hours.map(({ hour, succeeded_count, failed_count }) => {
          const label = WEBHOOK_PAGE.healthHour(
            formatDateTime(hour, zone),
            succeeded_count,
            failed_count,
          );
          return (
            <li key={hour} title={label} className="flex h-full flex-1 flex-col justify-end gap-px">
              <span className="sr-only">{label}</span>
              <span aria-hidden className="bg-bad" style={{ height: height(failed_count) }} />
              <span aria-hidden className="bg-ok" style={{ height: height(succeeded_count) }} />
            </li>
          );
        })}
      </ol>
      <p aria-hidden className="-mt-1 flex justify-between text-xs text-muted">
        <span>{WEBHOOK_PAGE.healthStart}</span>
        <span>{WEBHOOK_PAGE.healthEnd}</span>
      </p>
      <p className="text-muted">
        {succeeded + failed === 0
          ? WEBHOOK_PAGE.healthNone
          : WEBHOOK_PAGE.healthSum(succeeded, failed)}
      </p>
    </div>
  );
}
