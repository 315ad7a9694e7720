'use client';

import { CircleAlert, CircleCheck } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react';
import { errorMessage, RequestId } from '@/components/ui/error-state';

const SHORT_MS = 5000;
const UNDO_MS = 8000;
const AFTER_PAGE_MS = 2000;

/** What a toast shows, and for how many milliseconds. */
export interface ToastMessage {
  text: string;
  icon: ReactNode;
  duration: number;
  description?: ReactNode;
  action?: { label: string; onClick: () => void };
}

const ToastView = lazy(() => import('@/components/ui/toast-view'));

// The toast library is loaded after the page, while there is a connection to load it by. Messages that
// come before it are queued.
let queue: ToastMessage[] = [];
let isLoading = false;
let show: ((message: ToastMessage) => void) | null = null;
const listeners = new Set<() => void>();
const store = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isLoading: () => isLoading,
  load() {
    isLoading = true;
    for (const listener of listeners) listener();
  },
};

/** The library is loaded: shows what is queued, and from now on every message at once. */
function onReady(showMessage: (message: ToastMessage) => void): void {
  show = showMessage;
  for (const message of queue) showMessage(message);
  queue = [];
}

function enqueue(message: ToastMessage): void {
  if (show) show(message);
  else queue = [...queue, message];
  store.load();
}

/** Renders the toasts; mounted once, in the root of the pages. */
export function Toaster() {
  const isMounted = useSyncExternalStore(store.subscribe, store.isLoading, () => false);
  useEffect(() => {
    const timer = setTimeout(store.load, AFTER_PAGE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    isMounted && (
      <Suspense>
        <ToastView onReady={onReady} />
      </Suspense>
    )
  );
}

/** A toast that something was done: 5 s, with `undo` 8 s and a button that undoes it. */
export function showToast(message: string, { undo }: { undo?: () => void } = {}): void {
  enqueue({
    text: message,
    icon: <CircleCheck aria-hidden className="size-4 text-ok" />,
    duration: undo ? UNDO_MS : SHORT_MS,
    ...(undo ? { action: { label: 'Undo', onClick: undo } } : {}),
  });
}

/** A toast of what failed, with the request id; it stays until it is closed. */
export function showErrorToast(message: string, error: unknown): void {
  enqueue({
    text: message,
    icon: <CircleAlert aria-hidden className="size-4 text-bad" />,
    duration: Number.POSITIVE_INFINITY,
    description: (
      <>
        {errorMessage(error)} <RequestId error={error} />
      </>
    ),
  });
}
