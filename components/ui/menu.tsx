'use client';

import type { LucideIcon } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { usePreload } from '@/components/ui/preload';
import { idOf, withProps } from '@/components/ui/trigger';

// Radix is loaded in a chunk of its own, 2 s after the page or when a trigger is hovered or focused.
// Entries are lazy too: they are rendered in open menus only.
const load = () => import('@/components/ui/menu-view');
const MenuView = lazy(() => load().then((view) => ({ default: view.MenuView })));
export const MenuItem = lazy(() => load().then((view) => ({ default: view.MenuItem })));
export const MenuCheckbox = lazy(() => load().then((view) => ({ default: view.MenuCheckbox })));
const Radios = lazy(() => load().then((view) => ({ default: view.MenuRadios })));
export const MenuLabel = lazy(() => load().then((view) => ({ default: view.MenuLabel })));
export const MenuSeparator = lazy(() => load().then((view) => ({ default: view.MenuSeparator })));

export interface MenuStyle {
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
  children: ReactNode;
}

/** A menu of actions; arrow keys, letters and Escape work. */
export function Menu({
  trigger,
  ...look
}: MenuStyle & {
  /** One element that can take focus: a Button, an IconButton, a button. */
  trigger: ReactNode;
}) {
  const id = idOf(trigger, useId());
  const menuId = useId();
  const [open, setOpen] = useState(false);
  const [isReached, setReached] = useState(false);
  const reach = () => setReached(true);
  usePreload(load);
  return (
    <>
      {withProps(trigger, {
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? menuId : undefined,
        onPointerEnter: reach,
        onFocus: reach,
        onPointerDown: (event) => {
          if (event.button !== 0 || event.ctrlKey) return;
          // Without this the trigger would take the focus from the menu, which closes it.
          if (!open) event.preventDefault();
          setOpen(!open);
        },
        onKeyDown: (event) => {
          if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
          // Without this the same key press would select the first entry.
          event.preventDefault();
          setOpen(true);
        },
      })}
      {(isReached || open) && (
        <Suspense>
          <MenuView {...look} id={menuId} triggerId={id} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}

export interface MenuItemProps {
  icon?: LucideIcon;
  /** Renders a link. */
  href?: string;
  onSelect?: () => void;
  danger?: boolean;
  /** Why it is impossible now, shown below the label. */
  blockedBy?: string | null | undefined;
  /** Its key, shown at the end. */
  shortcut?: string;
  children: ReactNode;
}

export interface MenuRadiosProps<T extends string> {
  value: T;
  onValueChange: (value: T) => void;
  options: readonly { value: T; label: ReactNode }[];
}

/** One of several; the menu stays open. */
export function MenuRadios<T extends string>({ onValueChange, ...rest }: MenuRadiosProps<T>) {
  return <Radios {...rest} onValueChange={(value) => onValueChange(value as T)} />;
}
