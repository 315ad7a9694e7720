'use client';

import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { loadable } from '@/components/ui/loadable';
import { UI } from '@/components/ui/texts';
import type { ApiRequest } from '@/lib/client/snippets';

export interface ApiRequestsProps {
  /** What would be sent now: `() => [describeRequest(operation, input)]`. */
  requests: () => readonly ApiRequest[];
  /** Where it changes while it is shown: calls `onChange` then, and returns a function that ends that. */
  subscribe?: (onChange: () => void) => () => void;
}

const Requests = loadable<ApiRequestsProps>(() =>
  import('@/components/ui/request-view').then(({ Requests }) => Requests),
);

/**
 * The calls that a form or dialog makes once it is sent, folded away until they are asked for. Their code is loaded before
 * they are rendered, so that where it cannot be loaded what was typed into the form stays.
 */
export function ApiRequests(props: ApiRequestsProps) {
  const id = useId();
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed');
  const isOpen = state === 'open';
  const open = () =>
    Requests.load().then(
      () => setState('open'),
      () => setState('failed'),
    );
  return (
    <div className="no-print flex flex-col gap-2 text-xs">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPointerEnter={Requests.preload}
        onFocus={Requests.preload}
        onClick={() => (isOpen ? setState('closed') : void open())}
        className="flex min-h-6 w-fit items-center gap-1 rounded-control text-muted hover:text-ink coarse:min-h-11"
      >
        <ChevronRight aria-hidden className={isOpen ? 'size-3.5 rotate-90' : 'size-3.5'} />
        {UI.apiRequest}
      </button>
      {isOpen && (
        <div id={id} className="flex flex-col gap-3">
          <Requests {...props} />
        </div>
      )}
      {state === 'failed' && (
        <p role="alert" className="text-bad">
          {UI.apiRequestFailed}
        </p>
      )}
    </div>
  );
}
