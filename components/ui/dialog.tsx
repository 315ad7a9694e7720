'use client';

import { lazy, type ReactNode, Suspense, useState } from 'react';
import { usePreload } from '@/components/ui/preload';

// Radix is loaded in a chunk of its own, 2 s after the page or with the first dialog.
const load = () => import('@/components/ui/dialog-view');
const DialogView = lazy(() => load().then((view) => ({ default: view.DialogView })));
const SheetView = lazy(() => load().then((view) => ({ default: view.SheetView })));

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Wide enough for forms with two columns. */
  wide?: boolean;
  /** Where the focus goes first; by itself to the first control. */
  initialFocus?: React.RefObject<HTMLElement | null>;
  /** Needs an answer: a click outside does not close it. */
  modal?: boolean;
  role?: 'dialog' | 'alertdialog';
}

/** A dialog over the page. Closing it restores the focus to the element that opened it. */
export function Dialog(props: DialogProps) {
  const { isNeeded, restoreFocus } = useOpener(props.open);
  return (
    isNeeded && (
      <Suspense>
        <DialogView {...props} restoreFocus={restoreFocus} />
      </Suspense>
    )
  );
}

/** The buttons of a dialog, the primary one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="mt-2 flex flex-wrap items-center justify-end gap-2 max-sm:flex-col-reverse max-sm:items-stretch">
      {children}
    </div>
  );
}

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  side?: 'left' | 'bottom' | 'right';
  children: ReactNode;
}

/** A panel from the side, or on small screens from below: filters, navigation. */
export function Sheet(props: SheetProps) {
  const { isNeeded, restoreFocus } = useOpener(props.open);
  return (
    isNeeded && (
      <Suspense>
        <SheetView {...props} restoreFocus={restoreFocus} />
      </Suspense>
    )
  );
}

interface Seen {
  open: boolean;
  /** Open, or it was before. */
  isNeeded: boolean;
  opener: HTMLElement | null;
}

/**
 * Restores the focus when a dialog closes, to the element that had it before. Radix does this for a
 * trigger alone, and dialogs are opened by any code. If the element is gone, the content gets the focus.
 */
function useOpener(open: boolean) {
  const [seen, setSeen] = useState<Seen>({ open: false, isNeeded: false, opener: null });
  if (open !== seen.open) {
    setSeen({ open, isNeeded: true, opener: open ? focused() : seen.opener });
  }
  usePreload(load);
  const restoreFocus = (event: Event) => {
    event.preventDefault();
    const { opener } = seen;
    (opener?.isConnected ? opener : document.getElementById('content'))?.focus();
  };
  return { isNeeded: seen.isNeeded, restoreFocus };
}

/** The focused element. Inside a menu, which closes as the dialog opens, it is the trigger of the menu. */
function focused(): HTMLElement | null {
  const element = globalThis.document?.activeElement;
  const trigger = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const found = trigger ? document.getElementById(trigger) : element;
  return found instanceof HTMLElement && found !== document.body ? found : null;
}
