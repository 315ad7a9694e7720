'use client';

import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { usePreload } from '@/components/ui/preload';
import { idOf, withProps } from '@/components/ui/trigger';

// Radix is loaded in a chunk of its own, 2 s after the page or when a trigger is hovered or focused.
const load = () => import('@/components/ui/popover-view');
const PopoverView = lazy(() => load().then((view) => ({ default: view.PopoverView })));

export interface PopoverStyle {
  /** The panel's name for screen readers. */
  label: string;
  align?: 'start' | 'end';
  /** As wide as what opens it, or of its own width. */
  width?: 'fixed' | 'trigger';
  children: ReactNode;
}

/** A small panel beside what opened it. */
export function Popover({
  open: given,
  onOpenChange,
  trigger,
  ...look
}: PopoverStyle & {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** One element that can take focus: a Button, an IconButton, a button. */
  trigger: ReactNode;
}) {
  const id = idOf(trigger, useId());
  const panelId = useId();
  const [own, setOwn] = useState(false);
  const [isReached, setReached] = useState(false);
  const open = given ?? own;
  const setOpen = onOpenChange ?? setOwn;
  const reach = () => setReached(true);
  usePreload(load);
  return (
    <>
      {withProps(trigger, {
        id,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        'aria-controls': open ? panelId : undefined,
        onPointerEnter: reach,
        onFocus: reach,
        onClick: () => setOpen(!open),
      })}
      {(isReached || open) && (
        <Suspense>
          <PopoverView {...look} id={panelId} triggerId={id} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
