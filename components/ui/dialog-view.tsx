'use client';

import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { IconButton } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import type { DialogProps, SheetProps } from '@/components/ui/dialog';

// Loaded when the first dialog opens, see dialog.tsx.

interface FocusRestoration {
  restoreFocus: (event: Event) => void;
}

const OVERLAY = 'fixed inset-0 z-40 bg-scrim';

/** The part of a dialog that needs Radix, loaded on demand. */
export function DialogView({
  open,
  onOpenChange,
  title,
  description,
  children,
  wide = false,
  initialFocus,
  modal = false,
  role = 'dialog',
  restoreFocus,
}: DialogProps & FocusRestoration) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY} />
        <Radix.Content
          role={role}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            if (!initialFocus?.current) return;
            event.preventDefault();
            initialFocus.current.focus();
          }}
          onCloseAutoFocus={restoreFocus}
          onInteractOutside={(event) => {
            if (modal || isToast(event.target)) event.preventDefault();
          }}
          className={classes(
            'appear fixed inset-x-3 top-[max(1rem,12dvh)] z-50 mx-auto flex max-h-[80dvh] flex-col overflow-y-auto rounded-dialog border border-line bg-background shadow-dialog',
            wide ? 'max-w-2xl' : 'max-w-md',
          )}
        >
          <div className="flex flex-col gap-1 px-6 pt-5 pb-4">
            <Radix.Title className="pr-8 text-lg font-semibold wrap-anywhere coarse:pr-10">
              {title}
            </Radix.Title>
            {description && (
              <Radix.Description className="text-muted" asChild={typeof description !== 'string'}>
                {typeof description === 'string' ? description : <div>{description}</div>}
              </Radix.Description>
            )}
          </div>
          <div className="flex flex-col gap-4 px-6 pb-5">{children}</div>
          {/* Last, so that the initial focus is in the content. */}
          {!modal && role === 'dialog' && (
            <Radix.Close asChild>
              <IconButton
                label="Close"
                icon={X}
                className="absolute top-4 right-4 coarse:top-2.5 coarse:right-2"
              />
            </Radix.Close>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The part of a sheet that needs Radix, loaded on demand. */
export function SheetView({
  open,
  onOpenChange,
  title,
  side = 'bottom',
  children,
  restoreFocus,
}: SheetProps & FocusRestoration) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY} />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={restoreFocus}
          onInteractOutside={(event) => {
            if (isToast(event.target)) event.preventDefault();
          }}
          className={classes(
            'appear fixed z-50 flex flex-col overflow-y-auto border-line bg-background shadow-dialog',
            side === 'left' && 'inset-y-0 left-0 w-72 max-w-[85vw] border-r',
            side === 'right' && 'inset-y-0 right-0 w-96 max-w-full border-l',
            side === 'bottom' && 'inset-x-0 bottom-0 max-h-[85dvh] rounded-t-dialog border-t',
          )}
        >
          <div className="flex items-center justify-between gap-2 border-b border-line py-2 pr-2 pl-4">
            <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close" icon={X} />
            </Radix.Close>
          </div>
          <div className="flex flex-col gap-4 p-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A click on a toast does not close the dialog below it. */
function isToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-sonner-toaster]') !== null;
}
