'use client';

import * as Radix from 'radix-ui/popover';
import type { ReactNode } from 'react';
import { classes } from '@/components/ui/classes';
import { keepFocus } from '@/components/ui/focus';

interface PopoverProps {
  /** One element that can take focus: a Button, an IconButton, a button. */
  trigger: ReactNode;
  /** The panel's name for screen readers. */
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'end';
  /** As wide as what opens it, as what it holds, or of its own width. */
  width?: 'fixed' | 'trigger' | 'content';
  children: ReactNode;
}

/** A small panel beside what opened it. */
export function Popover({
  trigger,
  label,
  align = 'start',
  width = 'fixed',
  children,
  ...state
}: PopoverProps) {
  return (
    <Radix.Root {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={keepFocus}
          className={classes(
            'appear z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto rounded-popover border border-line bg-surface p-3 shadow-popover',
            width === 'fixed' && 'w-72',
            width === 'trigger' && 'w-(--radix-popover-trigger-width) min-w-64',
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
