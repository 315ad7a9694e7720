'use client';

import { X } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import type { ToastMessage } from '@/components/ui/toast';

function show({ text, action, ...options }: ToastMessage): void {
  const press = action && {
    ...action,
    onClick: () => {
      // Blurring makes Sonner restore the focus now. Otherwise it does so when the toast is removed, and
      // takes the focus from the element that has it by then.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      action.onClick();
    },
  };
  toast(text, { ...options, ...(press ? { action: press } : {}) });
}

/** The toasts themselves; `onReady` is given the function that shows one. */
export default function ToastView({
  onReady,
}: {
  onReady: (show: (message: ToastMessage) => void) => void;
}) {
  // The effects of Sonner, a child, have run before: it is subscribed to `toast()` by now.
  useEffect(() => onReady(show), [onReady]);
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
