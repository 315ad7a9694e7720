'use client';

import { useQuery } from '@tanstack/react-query';
import type { ChartData } from '@/components/charts/chart-data';
import { ChartSection } from '@/components/charts/chart-section';
import { usePageSearch } from '@/components/charts/page-search';
import { periodTick, periodTitle, rangeTitle } from '@/components/charts/period-label';
import { CHART } from '@/components/charts/texts';
import { DECISIONS, LABELS } from '@/components/license-keys/texts';
import { ErrorState } from '@/components/ui/error-state';
import { formatCount } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { useNow, useTimeZone } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { addDays, dayOf } from '@/lib/contract/times';
import { listLicenseKeyDecisions } from '@/lib/resources/license-decisions/contract';
import type { LicenseKeyDecision } from '@/lib/resources/license-decisions/schema';
import type { LicenseKey } from '@/lib/resources/license-keys/schema';

const DAYS = 30;
const HEIGHT = 140;

/** What apps were told about a key by the days of the last month, and on how many devices it was used. */
export function KeyDecisions({ licenseKey }: { licenseKey: LicenseKey }) {
  const { id, limit_activations } = licenseKey;
  const zone = useTimeZone();
  const today = dayOf(new Date(useNow()).toISOString(), zone);
  const search = usePageSearch();
  const input = { interval: 'day', limit: 100 } as const;
  const { data, error, isFetching, refetch } = useQuery(
    query(listLicenseKeyDecisions, { params: { id }, query: input }),
  );
  if (!data && error) {
    return (
      <Section title={LABELS.validations}>
        <ErrorState
          what={DECISIONS.failed}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Section>
    );
  }
  const first = addDays(today, 1 - DAYS);
  const rows = data?.items.filter(({ hour }) => dayOf(hour, zone) >= first);
  if (rows?.length === 0) {
    return (
      <Section title={LABELS.validations}>
        <p className="text-muted">{DECISIONS.none}</p>
      </Section>
    );
  }
  const days = Array.from({ length: DAYS }, (_, index) => addDays(first, index));
  const charts = rows && chartsOf(rows, days, zone);
  return (
    <>
      <ChartSection
        id="validations"
        title={LABELS.validations}
        data={charts?.decisions}
        search={search}
        isStale={false}
        height={HEIGHT}
      />
      {limit_activations !== null && (
        <ChartSection
          id="devices"
          title={DECISIONS.devices}
          data={charts?.devices}
          search={search}
          isStale={false}
          height={HEIGHT}
        />
      )}
    </>
  );
}

function chartsOf(rows: readonly LicenseKeyDecision[], days: readonly string[], zone: string) {
  const isValid = ({ code }: LicenseKeyDecision) => code === 'VALID';
  const valuesOf = (
    of: (row: LicenseKeyDecision) => boolean,
    value: (row: LicenseKeyDecision) => number,
  ) =>
    days.map((day) =>
      rows
        .filter((row) => of(row) && dayOf(row.hour, zone) === day)
        .reduce((sum, row) => sum + value(row), 0),
    );
  const seriesOf = (name: string, values: number[]) => {
    return { name, values, total: values.reduce((sum, value) => sum + value, 0) };
  };
  const running = days.length - 1;
  const base = {
    points: days.map((day, index) => {
      // Noon is on that day in every zone.
      const noon = `${day}T12:00:00.000Z`;
      const title = periodTitle(noon, 'day', 'UTC');
      return {
        tick: periodTick(noon, 'day', 'UTC'),
        title: index === running ? CHART.soFar(title) : title,
      };
    }),
    running,
    range: rangeTitle({ start: days[0] ?? '', end: days.at(-1) ?? '' }),
    kind: 'bars',
    format: formatCount,
    formatShort: formatCount,
  } satisfies Omit<ChartData, 'series'>;
  const count = (row: LicenseKeyDecision) => row.count;
  const refused = valuesOf((row) => !isValid(row), count);
  const devices = valuesOf(isValid, (row) => row.activations_count);
  return {
    decisions: {
      ...base,
      series: [
        seriesOf(DECISIONS.valid, valuesOf(isValid, count)),
        { ...seriesOf(DECISIONS.refused, refused), isBad: true },
      ],
    },
    devices: {
      ...base,
      series: [{ ...seriesOf(DECISIONS.mostDevices, devices), total: Math.max(...devices) }],
    },
  } satisfies Record<string, ChartData>;
}
