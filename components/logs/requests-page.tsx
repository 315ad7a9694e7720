'use client';

import { useQuery } from '@tanstack/react-query';
import { REQUEST } from '@/components/logs/presentation';
import { REQUEST_TEXTS } from '@/components/logs/texts';
import { filtersOf } from '@/components/resource/filters';
import { RecordList } from '@/components/resource/list-page';
import { useOrganization } from '@/components/session/organization';
import { query } from '@/lib/client/queries';
import { numberFormat } from '@/lib/contract/formats';
import { exportRequestLogs, listRequestLogs } from '@/lib/resources/request-logs/contract';

const STATUSES = {
  '2xx': 'Successful (2xx)',
  '4xx': 'Refused (4xx)',
  '409': 'Conflict (409)',
  '422': 'Invalid (422)',
  '429': 'Too many requests (429)',
  '5xx': 'Server error (5xx)',
};

const FILTERS = [
  ...filtersOf(REQUEST, [
    {
      field: 'status',
      kind: 'choice',
      param: 'status',
      options: Object.entries(STATUSES).map(([value, label]) => ({ value, label })),
    },
  ]),
  {
    label: 'Method',
    kind: 'choice' as const,
    param: 'method',
    options: ['GET', 'POST', 'PATCH', 'DELETE'].map((value) => ({ value, label: value })),
  },
];

export function RequestsPage() {
  return (
    <RecordList
      of={REQUEST}
      operation={listRequestLogs}
      filters={FILTERS}
      exportOperation={exportRequestLogs}
      firstRun={{ title: REQUEST_TEXTS.firstRunTitle, text: REQUEST_TEXTS.firstRunText }}
      notice={<Dropped />}
    />
  );
}

const COUNT = numberFormat({});

/** Says how many requests are missing from the log, where any are. */
function Dropped() {
  const { id } = useOrganization();
  const { data } = useQuery(query(listRequestLogs, { query: { organization_id: [id], limit: 1 } }));
  if (!data?.dropped) return null;
  return <p className="text-muted">{REQUEST_TEXTS.dropped(COUNT(data.dropped))}</p>;
}
