'use client';

import { lazy, type ReactNode, Suspense, useState } from 'react';
import { usePreload } from '@/components/ui/preload';

// What draws dialogs is loaded by itself soon after the page, or with the first dialog: pages do
// without it until then.
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
  /** Asks something that has to be answered: no closing by a press outside. */
  modal?: boolean;
  role?: 'dialog' | 'alertdialog';
}

/** A dialog over the page. The focus returns to what opened it. */
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

/** The buttons of a dialog, the last one being what it is about. */
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
 * Remembers what had the focus when a dialog opened and gives it back: dialogs are opened by any code,
 * not by a trigger of their own. What is gone by then hands the focus to the page's content.
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

/** The focused element; inside a menu, which closes as the dialog opens, what opened the menu. */
function focused(): HTMLElement | null {
  const element = globalThis.document?.activeElement;
  const trigger = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const found = trigger ? document.getElementById(trigger) : element;
  return found instanceof HTMLElement && found !== document.body ? found : null;
}
