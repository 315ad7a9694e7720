'use client';

import { ChevronRight } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useSyncExternalStore } from 'react';
import type { LayerProps } from '@/components/shell/shell-layers';
import { CALLS } from '@/components/shell/texts';
import { classes } from '@/components/ui/classes';
import { CopyButton } from '@/components/ui/copy-button';
import { Sheet } from '@/components/ui/dialog';
import { shortId } from '@/components/ui/id-chip';
import { RequestView } from '@/components/ui/request-view';
import { callLog, type LoggedCall } from '@/lib/client/call-log';

const NO_CALLS: readonly LoggedCall[] = [];

/** The calls of the page that is open, with status, time and request id; each can be copied. */
export function ApiDrawer({ open, onClose }: LayerProps) {
  const pathname = usePathname();
  const all = useSyncExternalStore(callLog.subscribe, callLog.read, () => NO_CALLS);
  const calls = callsOf(all, pathname);
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()} title={CALLS.title} side="right">
      <p className="text-muted">{calls.length === 0 ? CALLS.none : CALLS.intro}</p>
      <ul className="flex flex-col">
        {calls.map((call) => (
          <li key={call.id} className="border-t border-line">
            <CallView call={call} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** The calls of a page, latest first; of the same read only the latest. */
function callsOf(all: readonly LoggedCall[], page: string): LoggedCall[] {
  const own = all.filter((call) => call.page === page).toReversed();
  return own.filter(
    ({ request: { method, url } }, index) =>
      method !== 'GET' ||
      own.findIndex(({ request }) => request.method === 'GET' && request.url === url) === index,
  );
}

function CallView({ call }: { call: LoggedCall }) {
  const { request, requestId } = call;
  const { pathname, search } = new URL(request.url);
  return (
    <details className="group py-2">
      <summary className="flex list-none flex-col gap-0.5 rounded-control">
        <span className="flex min-w-0 items-baseline gap-1.5 font-mono text-xs">
          <ChevronRight
            aria-hidden
            className="size-3.5 shrink-0 translate-y-0.5 text-muted group-open:rotate-90"
          />
          <span className="font-medium">{request.method}</span>
          <span className="min-w-0 truncate">
            {pathname}
            <span className="text-muted">{search}</span>
          </span>
        </span>
        <Outcome call={call} />
      </summary>
      <div className="flex flex-col gap-3 pt-2 pl-5">
        <RequestView request={request} />
        {requestId && (
          <p className="flex items-center gap-1 text-xs text-muted">
            {CALLS.request} <span className="font-mono wrap-anywhere">{requestId}</span>
            <CopyButton value={requestId} label={CALLS.copyRequestId} />
          </p>
        )}
      </div>
    </details>
  );
}

function Outcome({ call: { status, duration, requestId } }: { call: LoggedCall }) {
  if (status === null) return <span className="pl-5 text-xs text-muted">{CALLS.pending}</span>;
  const parts = [
    duration === null ? null : CALLS.duration(duration),
    requestId && `${CALLS.request} ${shortId(requestId)}`,
  ];
  return (
    <span className="pl-5 text-xs text-muted">
      <span className={classes('font-medium', status < 400 && status > 0 ? 'text-ok' : 'text-bad')}>
        {status === 0 ? CALLS.failed : status}
      </span>
      {parts.map((part) => part && ` · ${part}`)}
    </span>
  );
}
