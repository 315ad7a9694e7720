'use client';

import { SquareTerminal } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { ApiRequestsProps } from '@/components/ui/api-request';
import { CopyButton } from '@/components/ui/copy-button';
import { UI } from '@/components/ui/texts';
import { type ApiRequest, curlOf, fetchOf } from '@/lib/client/snippets';

/** The calls of a form or dialog as they would be made now. */
export function Requests({ requests, subscribe = () => () => {} }: ApiRequestsProps) {
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(requests()));
  return (JSON.parse(text) as ApiRequest[]).map((request, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same call can be there twice
    <RequestView key={index} request={request} />
  ));
}

/** A call: method and path, the body, and what copies it. */
export function RequestView({ request }: { request: ApiRequest }) {
  const { method, url, body, ifMatch, isIdempotent } = request;
  const { pathname, search } = new URL(url);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="font-mono text-xs wrap-anywhere">
        <span className="font-medium">{method}</span> {pathname}
        {search}
      </p>
      {(ifMatch || isIdempotent) && (
        <p className="flex flex-col font-mono text-xs text-muted wrap-anywhere">
          {isIdempotent && <span>{UI.idempotencyKey}</span>}
          {ifMatch && <span>If-Match: {ifMatch}</span>}
        </p>
      )}
      {body !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
        <pre tabIndex={0} className="max-h-60 overflow-auto bg-sunken p-2 font-mono text-xs">
          {JSON.stringify(body, null, 2)}
        </pre>
      )}
      <CopySnippets request={request} />
    </div>
  );
}

function CopySnippets({ request }: { request: ApiRequest }) {
  return (
    <div className="flex flex-wrap gap-2">
      <CopyButton
        value={() => curlOf(request)}
        label={UI.copyAsCurl}
        text={UI.copyAsCurl}
        icon={SquareTerminal}
      />
      <CopyButton value={() => fetchOf(request)} label={UI.copyAsFetch} text={UI.copyAsFetch} />
    </div>
  );
}
