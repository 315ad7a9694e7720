import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { Fragment } from 'react';
import { ACTORS } from '@/components/events/texts';
import { REQUEST_TEXTS } from '@/components/logs/texts';
import { presentation } from '@/components/resource/presentation';
import { Badge, type Status } from '@/components/ui/badge';
import { IdChip } from '@/components/ui/id-chip';
import { RealTime } from '@/components/ui/time';
import type { RequestLog } from '@/lib/resources/request-logs/schema';

/** How the status of an answer is shown. */
export function statusOf({ status }: Pick<RequestLog, 'status'>): Status {
  const label = String(status);
  if (status >= 500) return { tone: 'bad', icon: CircleX, label };
  if (status >= 400) return { tone: 'warn', icon: CircleAlert, label };
  return { tone: 'ok', icon: CircleCheck, label };
}

function Code({ children }: { children: string }) {
  return <span className="font-mono text-xs wrap-anywhere">{children}</span>;
}

/** A path that breaks between its parts where it does not fit on a line. */
function Path({ children }: { children: string }) {
  return children.split(/(?<=\/)/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path never change places
    <Fragment key={place}>
      {part}
      <wbr />
    </Fragment>
  ));
}

const CALL = presentation<RequestLog>()('API call', {
  name: ({ method, path }) => `${method} ${path}`,
  isInRealTime: true,
  fields: {
    path: {
      label: 'Request',
      column: {
        width: 385,
        cell: ({ method, path }) => (
          // On small screens whole, on as many lines as it needs: its end tells calls apart.
          <span className="font-mono text-xs max-md:whitespace-normal max-md:wrap-anywhere">
            {method} <Path>{path}</Path>
          </span>
        ),
      },
    },
    status: {
      label: 'Status',
      column: { width: 80, mobile: 'end', cell: (row) => <Badge status={statusOf(row)} /> },
    },
    operation: { label: 'Operation', value: ({ operation }) => <Code>{operation}</Code> },
    error: {
      label: 'Error',
      value: ({ error }) => error !== null && <Code>{error}</Code>,
      column: { width: 184, mobile: 'sub' },
    },
    caller: {
      label: 'Called by',
      value: ({ caller: { type, name } }) => name ?? ACTORS[type],
      column: { width: 115 },
    },
    latency_ms: {
      label: 'Time taken',
      value: ({ latency_ms }) => `${latency_ms} ms`,
      column: { width: 95, align: 'end' },
    },
    created: {
      label: 'Time',
      column: {
        sort: 'created_at',
        width: 140,
        mobile: 'sub-end',
        cell: ({ created_at }) => <RealTime value={created_at} show="minute" />,
      },
      fact: ({ created_at }) => <RealTime value={created_at} show="datetime" />,
    },
    client_address: { label: 'IP address', value: ({ client_address: ip }) => ip ?? false },
    replayed: {
      label: 'Idempotency',
      value: ({ is_replayed }) => is_replayed && REQUEST_TEXTS.replayed,
    },
    request_id: {
      label: 'Request ID',
      value: ({ request_id: id }) => <IdChip id={id} label={REQUEST_TEXTS.copyId} />,
    },
  },
});

export const REQUEST = {
  ...CALL,
  section: 'logs',
  words: { ...CALL.words, title: REQUEST_TEXTS.title },
};
