'use client';

import { CircleAlert, CircleCheck } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react';
import { detailOf, RequestId } from '@/components/ui/error-state';

const SHORT_MS = 5000;
const UNDO_MS = 8000;
const AFTER_PAGE_MS = 2000;

/** What a toast says and how long it stays. */
export interface Message {
  text: string;
  icon: ReactNode;
  duration: number;
  description?: ReactNode;
  action?: { label: string; onClick: () => void };
}

const ToastView = lazy(() => import('@/components/ui/toast-view'));

// What shows messages is loaded after the page, while there is still a connection to load it by; a
// message that comes before waits here.
let waiting: Message[] = [];
let isAwake = false;
let show: ((message: Message) => void) | null = null;
const listeners = new Set<() => void>();
const store = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isNeeded: () => isAwake,
  wake() {
    isAwake = true;
    for (const listener of listeners) listener();
  },
};

function take(shower: (message: Message) => void): void {
  show = shower;
  for (const message of waiting) shower(message);
  waiting = [];
}

function tell(message: Message): void {
  if (show) show(message);
  else waiting = [...waiting, message];
  store.wake();
}

/** Where toasts appear; once, in the root of the pages. */
export function Toaster() {
  const isNeeded = useSyncExternalStore(store.subscribe, store.isNeeded, () => false);
  useEffect(() => {
    const timer = setTimeout(store.wake, AFTER_PAGE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    isNeeded && (
      <Suspense>
        <ToastView take={take} />
      </Suspense>
    )
  );
}

/** Says that something was done. With `undo` it stays 8 s and offers to take it back. */
export function say(message: string, { undo }: { undo?: () => void } = {}): void {
  tell({
    text: message,
    icon: <CircleCheck aria-hidden className="size-4 text-ok" />,
    duration: undo ? UNDO_MS : SHORT_MS,
    ...(undo ? { action: { label: 'Undo', onClick: undo } } : {}),
  });
}

/** Says what failed, with the request id; it stays until it is closed. */
export function sayFailure(message: string, error: unknown): void {
  tell({
    text: message,
    icon: <CircleAlert aria-hidden className="size-4 text-bad" />,
    duration: Number.POSITIVE_INFINITY,
    description: (
      <>
        {detailOf(error)} <RequestId error={error} />
      </>
    ),
  });
}
