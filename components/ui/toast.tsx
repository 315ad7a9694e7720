'use client';

import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toaster as Sonner, toast } from 'sonner';
import { detailOf, RequestId } from '@/components/ui/error-state';

const SHORT_MS = 5000;
const UNDO_MS = 8000;

/** Where toasts appear; once, in the root of the pages. */
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
            'absolute top-2 right-2 inline-flex size-6 items-center justify-center rounded-control text-muted hover:bg-sunken',
          actionButton:
            'shrink-0 rounded-control px-2 font-medium text-accent underline underline-offset-3',
        },
      }}
    />
  );
}

/** Says that something was done. With `undo` it stays 8 s and offers to take it back. */
export function say(message: string, { undo }: { undo?: () => void } = {}): void {
  toast(message, {
    icon: <CircleCheck aria-hidden className="size-4 text-ok" />,
    duration: undo ? UNDO_MS : SHORT_MS,
    ...(undo ? { action: { label: 'Undo', onClick: undo } } : {}),
  });
}

/** Says what failed, with the request id; it stays until it is closed. */
export function sayFailure(message: string, error: unknown): void {
  toast(message, {
    icon: <CircleAlert aria-hidden className="size-4 text-bad" />,
    duration: Number.POSITIVE_INFINITY,
    description: (
      <>
        {detailOf(error)} <RequestId error={error} />
      </>
    ),
  });
}
