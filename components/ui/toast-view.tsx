'use client';

import { X } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import type { Message } from '@/components/ui/toast';

function show({ text, action, ...options }: Message): void {
  const press = action && {
    ...action,
    onClick: () => {
      // The focus goes back to where it was at once: left to the message, it would once that is gone, and
      // be taken from whatever has it by then.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      action.onClick();
    },
  };
  toast(text, { ...options, ...(press ? { action: press } : {}) });
}

/** The messages themselves. */
export default function ToastView({ take }: { take: (show: (message: Message) => void) => void }) {
  // An effect of the child comes first: from here on it hears what is shown.
  useEffect(() => take(show), [take]);
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
