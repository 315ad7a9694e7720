'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import type { ChartData } from '@/components/charts/chart-data';
import { periodTick, periodTitle } from '@/components/charts/period-label';
import { useOrganizationPath } from '@/components/session/organization';
import { TOKEN_USAGE as TEXTS } from '@/components/settings/token-texts';
import { usageOf } from '@/components/settings/token-usage';
import { Dialog } from '@/components/ui/dialog';
import { formatCount } from '@/components/ui/money';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { Skeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import { useTimeZone } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { dayOf, dayStart } from '@/lib/contract/times';
import { getTokenUsage } from '@/lib/resources/tokens/contract';
import type { Token, TokenUsage } from '@/lib/resources/tokens/schema';

const Chart = dynamic(() => import('@/components/charts/chart'), { ssr: false });
const HEIGHT = 160;

/** What a token has read in the last days (docs/contract/events.md#usage-of-a-token). Open while it is mounted. */
export function TokenUsageDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const usage = useQuery(query(getTokenUsage, { params: { id: token.id } }));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      wide
      title={TEXTS.title(token.name)}
      description={
        <>
          {TEXTS.text} {token.organization_id !== null && <Calls id={token.id} />}
        </>
      }
    >
      <QueryBoundary
        query={usage}
        what={TEXTS.what}
        skeleton={<Skeleton className="h-60 w-full" />}
      >
        {({ items }) => <Usage items={items} />}
      </QueryBoundary>
    </Dialog>
  );
}

/** To the token's writes and errors. */
function Calls({ id }: { id: string }) {
  const path = useOrganizationPath();
  return <TextLink href={`${path('logs')}?token_id=${id}`}>{TEXTS.calls}</TextLink>;
}

function Usage({ items }: TokenUsage) {
  const zone = useTimeZone();
  const today = dayOf(new Date().toISOString(), zone);
  const { total, days, operations } = usageOf(items, { today, zone });
  if (total === 0) return <p className="pb-2">{TEXTS.none}</p>;
  return (
    <>
      <div style={{ height: HEIGHT }}>
        <Chart title={TEXTS.reads} data={chartOf(days, { total, zone })} height={HEIGHT} />
      </div>
      <table className="w-full border-separate border-spacing-0">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="border-b border-line py-1.5 text-left font-normal">
              {TEXTS.operation}
            </th>
            <th scope="col" className="border-b border-line py-1.5 text-right font-normal">
              {TEXTS.reads}
            </th>
          </tr>
        </thead>
        <tbody>
          {operations.map(({ operation, count }) => (
            <tr key={operation}>
              <th
                scope="row"
                className="border-b border-line py-1.5 text-left font-mono text-xs font-normal wrap-anywhere"
              >
                {operation}
              </th>
              <td className="border-b border-line py-1.5 text-right">{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="py-1.5 text-left font-medium">
              {TEXTS.total}
            </th>
            <td className="py-1.5 text-right font-medium">{formatCount(total)}</td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}

function chartOf(
  days: ReturnType<typeof usageOf>['days'],
  { total, zone }: { total: number; zone: string },
): ChartData {
  const points = days.map(({ day }) => {
    const start = dayStart(day, zone);
    return { tick: periodTick(start, 'day', zone), title: periodTitle(start, 'day', zone) };
  });
  return {
    points,
    range: TEXTS.range,
    kind: 'bars',
    series: [{ name: TEXTS.reads, values: days.map(({ count }) => count), total }],
    running: days.length - 1,
    format: formatCount,
    formatShort: formatCount,
  };
}
