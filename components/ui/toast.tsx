'use client';

import { type ComponentType, useEffect, useState } from 'react';

/** What was done, or what failed. */
export interface Toast {
  message: string;
  undo?: (() => void) | undefined;
  /** Its text and request id are shown, until the toast is closed. */
  error?: unknown;
}

/** Toasts of before the stack is there. */
let waiting: Toast[] = [];
let show = (toast: Toast): void => {
  waiting.push(toast);
  load?.();
};
let hideAll = (): void => {
  waiting = [];
};
let load: (() => void) | undefined;

/** Gives the stack, once it is rendered, the toasts. */
export function connectToasts(add: (toast: Toast) => void, dismiss: () => void): void {
  show = add;
  hideAll = dismiss;
  for (const toast of waiting) add(toast);
  waiting = [];
}

/**
 * Renders the toasts; mounted once, in the root of the pages. Their library is loaded with the first key or press,
 * which comes before anything that could be shown.
 */
export function Toaster() {
  const [Stack, setStack] = useState<ComponentType>();
  useEffect(() => {
    // Where it cannot be loaded, the next toast tries again.
    load = () =>
      void import('@/components/ui/toast-stack').then(
        ({ ToastStack }) => setStack(() => ToastStack),
        () => {},
      );
    const events = ['pointerdown', 'keydown'] as const;
    const first = () => load?.();
    for (const event of events)
      window.addEventListener(event, first, { once: true, capture: true });
    if (waiting.length > 0) load();
    return () => {
      load = undefined;
      for (const event of events) window.removeEventListener(event, first, { capture: true });
    };
  }, []);
  return Stack ? <Stack /> : null;
}

/** Takes away every toast, where something else needs its place. */
export function dismissToasts(): void {
  hideAll();
}

/** A toast that something was done: 5 s, with `undo` 8 s and a button that undoes it. */
export function showToast(message: string, { undo }: { undo?: () => void } = {}): void {
  show({ message, undo });
}

/** A toast of what failed, with the request id; it stays until it is closed. */
export function showErrorToast(message: string, error: unknown): void {
  show({ message, error });
}
