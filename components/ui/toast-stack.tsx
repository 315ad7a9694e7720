'use client';

import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { errorMessage, RequestId } from '@/components/ui/error-state';
import { connectToasts, type Toast } from '@/components/ui/toast';

const SHORT_MS = 5000;
const UNDO_MS = 8000;

/** The toasts of a page, above the footer of its list and above the button that stays in view on small screens. */
export function ToastStack() {
  useEffect(() => connectToasts(add, () => toast.dismiss()), []);
  return (
    <Toaster
      position="bottom-right"
      offset={{ bottom: 64 }}
      mobileOffset={{ bottom: 72 }}
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

function add({ message, undo, error }: Toast): void {
  if (error !== undefined) {
    toast(message, {
      icon: <CircleAlert aria-hidden className="size-4 text-bad" />,
      duration: Number.POSITIVE_INFINITY,
      description: (
        <>
          {errorMessage(error)} <RequestId error={error} />
        </>
      ),
    });
    return;
  }
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
