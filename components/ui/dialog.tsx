'use client';

import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type ReactNode, type RefObject, useState } from 'react';
import { IconButton } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { hasFocus } from '@/components/ui/focus';
import { InDialog } from '@/components/ui/in-dialog';

const OVERLAY = 'fixed inset-0 z-40 bg-scrim';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Wide enough for forms with two columns. */
  wide?: boolean;
  /** Where the focus goes first; by itself to the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Needs an answer: a click outside does not close it. */
  modal?: boolean;
  role?: 'dialog' | 'alertdialog';
}

/** A dialog over the page. Closing it restores the focus to the element that opened it. */
export function Dialog({ open, onOpenChange, ...content }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <DialogContent {...content} />
      </Radix.Portal>
    </Radix.Root>
  );
}

function DialogContent({
  title,
  description,
  children,
  wide = false,
  initialFocus,
  modal = false,
  role = 'dialog',
}: Omit<DialogProps, 'open' | 'onOpenChange'>) {
  const restoreFocus = useFocusRestoration();
  return (
    <>
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
          'appear fixed inset-x-3 top-[max(1rem,12dvh)] z-50 mx-auto flex max-h-[80dvh] flex-col scroll-pb-20 overflow-y-auto rounded-dialog border border-line bg-background shadow-dialog',
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
        <div className="flex flex-col gap-4 px-6 pb-5">
          <InDialog value>{children}</InDialog>
        </div>
        {/* Last, so that the initial focus is in the content. */}
        {(!modal || role === 'alertdialog') && (
          <Radix.Close asChild>
            <IconButton
              label="Close"
              icon={X}
              className="absolute top-4 right-4 coarse:top-2.5 coarse:right-2"
            />
          </Radix.Close>
        )}
      </Radix.Content>
    </>
  );
}

/** A dialog without a visible heading: what it holds begins at its edge, such as a search. */
export function BareDialog({
  open,
  onOpenChange,
  ...content
}: Pick<DialogProps, 'open' | 'onOpenChange'> & BareContentProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <BareContent {...content} />
      </Radix.Portal>
    </Radix.Root>
  );
}

interface BareContentProps {
  title: string;
  children: ReactNode;
  /** After it has closed and the focus is back. */
  onClosed: () => void;
}

function BareContent({ title, children, onClosed }: BareContentProps) {
  const restoreFocus = useFocusRestoration();
  return (
    <>
      <Radix.Overlay className={OVERLAY} />
      <Radix.Content
        aria-describedby={undefined}
        onCloseAutoFocus={(event) => {
          restoreFocus(event);
          onClosed();
        }}
        className="appear fixed inset-x-3 top-[max(0.75rem,10dvh)] z-50 mx-auto flex max-h-[75dvh] max-w-2xl flex-col overflow-hidden rounded-dialog border border-line bg-background shadow-dialog"
      >
        <Radix.Title className="sr-only">{title}</Radix.Title>
        {children}
      </Radix.Content>
    </>
  );
}

/**
 * The buttons of a dialog, which stay at its bottom while its content scrolls: one filled, the last. They follow
 * whatever else a form adds at its end.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 order-last -mx-6 -mb-5 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-background px-6 py-4 max-sm:flex-col-reverse max-sm:items-stretch">
      {children}
    </div>
  );
}

interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  side?: 'left' | 'bottom' | 'right';
  /** Buttons below the content, which do not scroll with it. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A panel from the side, or on small screens from below: filters, navigation. */
export function Sheet({ open, onOpenChange, ...content }: SheetProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <SheetContent {...content} />
      </Radix.Portal>
    </Radix.Root>
  );
}

function SheetContent({
  title,
  side = 'bottom',
  footer,
  children,
}: Omit<SheetProps, 'open' | 'onOpenChange'>) {
  const restoreFocus = useFocusRestoration();
  return (
    <>
      <Radix.Overlay className={OVERLAY} />
      <Radix.Content
        aria-describedby={undefined}
        onCloseAutoFocus={restoreFocus}
        onInteractOutside={(event) => {
          if (isToast(event.target)) event.preventDefault();
        }}
        className={classes(
          'appear fixed z-50 flex flex-col border-line bg-background shadow-dialog',
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
        <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-4">{children}</div>
        {footer && (
          <div className="flex gap-2 border-t border-line px-4 py-2 *:flex-1">{footer}</div>
        )}
      </Radix.Content>
    </>
  );
}

/**
 * The handler that gives the focus back as a dialog closes, to the element that had it when the dialog was
 * mounted. Radix restores it to a `Dialog.Trigger` alone, and these dialogs are opened by state, from menu
 * items, keys and failed calls. If the element is gone, or goes with what the dialog has deleted, the content
 * of the page gets the focus. What the page has focused instead, such as an error, keeps it.
 */
function useFocusRestoration(): (event: Event) => void {
  const [opener] = useState(focusedElement);
  return (event) => {
    event.preventDefault();
    if (hasFocus()) return;
    if (!opener?.isConnected) return focusContent();
    opener.focus();
    focusContentWithout(opener);
  };
}

function focusContent(): void {
  document.getElementById('content')?.focus();
}

/** Focuses the content of the page if the element that has the focus is removed. */
function focusContentWithout(focused: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (focused.isConnected) return;
    observer.disconnect();
    if (document.activeElement === document.body) focusContent();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  // The focus has moved on, so its removal matters no longer.
  document.addEventListener('focusin', () => observer.disconnect(), { once: true });
}

/** The focused element. Inside a menu, which closes as the dialog opens, it is the trigger of the menu. */
function focusedElement(): HTMLElement | null {
  const element = document.activeElement;
  // A menu that closes loses the focus before it is gone.
  const isLost = element === document.body;
  const menu = isLost ? document.querySelector('[role="menu"]') : element?.closest('[role="menu"]');
  const trigger = menu?.getAttribute('aria-labelledby');
  const found = trigger ? document.getElementById(trigger) : element;
  return found instanceof HTMLElement && found !== document.body ? found : null;
}

/** A click on a toast does not close the dialog below it. */
function isToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-sonner-toaster]') !== null;
}
