'use client';

import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toaster as Sonner, toast } from 'sonner';
import { errorMessage, RequestId } from '@/components/ui/error-state';

const SHORT_MS = 5000;
const UNDO_MS = 8000;

/** Renders the toasts; mounted once, in the root of the pages. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      containerAriaLabel="Messages"
      closeButton
      gap={8}
      icons={{ close: <X aria-hidden className="size-3.5" /> }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: 'Close the message',
        classNames: {
          toast:
            'no-print relative flex w-full items-start gap-2 rounded-popover border border-line bg-surface py-3 pr-10 pl-3 font-sans text-sm text-ink shadow-popover',
          content: 'flex min-w-0 flex-1 flex-col gap-1 wrap-anywhere',
          description: 'text-muted',
          icon: 'mt-0.5',
          closeButton:
            'absolute top-2 right-2 inline-flex size-7 items-center justify-center rounded-control text-muted hover:bg-sunken',
          actionButton:
            'min-h-7 shrink-0 rounded-control px-2 font-medium text-accent underline underline-offset-3',
        },
      }}
    />
  );
}

/** A toast that something was done: 5 s, with `undo` 8 s and a button that undoes it. */
export function showToast(message: string, { undo }: { undo?: () => void } = {}): void {
  const press = () => {
    // Blurring makes Sonner restore the focus now. Otherwise it does so when the toast is removed, and
    // takes the focus from the element that has it by then.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    undo?.();
  };
  toast(message, {
    icon: <CircleCheck aria-hidden className="size-4 text-ok" />,
    duration: undo ? UNDO_MS : SHORT_MS,
    ...(undo ? { action: { label: 'Undo', onClick: press } } : {}),
  });
}

/** A toast of what failed, with the request id; it stays until it is closed. */
export function showErrorToast(message: string, error: unknown): void {
  toast(message, {
    icon: <CircleAlert aria-hidden className="size-4 text-bad" />,
    duration: Number.POSITIVE_INFINITY,
    description: (
      <>
        {errorMessage(error)} <RequestId error={error} />
      </>
    ),
  });
}
