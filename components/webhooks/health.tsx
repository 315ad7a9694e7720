'use client';

import { useQuery } from '@tanstack/react-query';
import type { ChartData } from '@/components/charts/chart-data';
import { ChartSection } from '@/components/charts/chart-section';
import { usePageSearch } from '@/components/charts/page-search';
import { periodTick, periodTitle } from '@/components/charts/period-label';
import { CHART } from '@/components/charts/texts';
import { ErrorState } from '@/components/ui/error-state';
import { formatCount } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { useTimeZone } from '@/components/ui/time';
import { DELIVERY } from '@/components/webhooks/presentation';
import { WEBHOOK_PAGE as TEXTS } from '@/components/webhooks/texts';
import { query } from '@/lib/client/queries';
import { getWebhookHealth } from '@/lib/resources/webhook-endpoints/contract';
import type { WebhookHealth } from '@/lib/resources/webhook-endpoints/schema';

const HEIGHT = 140;

/** The attempts of the last 24 hours, an hour a bar: failed ones stand on those that arrived. */
export function Health({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(
    query(getWebhookHealth, { params: { id } }),
  );
  const zone = useTimeZone();
  const search = usePageSearch();
  const isEmpty = data?.hours.every((hour) => hour.succeeded_count + hour.failed_count === 0);
  if (!data && error) {
    return (
      <Section title={DELIVERY.labels.attempts}>
        <ErrorState
          what={TEXTS.attemptsFailed}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Section>
    );
  }
  if (isEmpty) {
    return (
      <Section title={DELIVERY.labels.attempts}>
        <p className="text-muted">{TEXTS.noAttempts}</p>
      </Section>
    );
  }
  return (
    <ChartSection
      id="attempts"
      title={DELIVERY.labels.attempts}
      data={data && chartOf(data, zone)}
      search={search}
      isStale={false}
      height={HEIGHT}
    />
  );
}

function chartOf({ hours }: WebhookHealth, zone: string): ChartData {
  const running = hours.length - 1;
  const counts = (name: string, key: 'succeeded_count' | 'failed_count') => {
    const values = hours.map((hour) => hour[key]);
    return { name, values, total: values.reduce((sum, value) => sum + value, 0) };
  };
  return {
    points: hours.map(({ hour }, index) => {
      const title = periodTitle(hour, 'hour', zone);
      return {
        tick: periodTick(hour, 'hour', zone),
        title: index === running ? CHART.soFar(title) : title,
      };
    }),
    running,
    range: TEXTS.lastDay,
    kind: 'bars',
    series: [
      counts(TEXTS.delivered, 'succeeded_count'),
      { ...counts(TEXTS.failed, 'failed_count'), isBad: true },
    ],
    format: formatCount,
    formatShort: formatCount,
  };
}
