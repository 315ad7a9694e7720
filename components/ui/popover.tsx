'use client';

import * as Radix from 'radix-ui/popover';
import type { ReactNode } from 'react';

/** A small panel beside what opened it. */
export function Popover({
  open,
  onOpenChange,
  trigger,
  label,
  align = 'start',
  children,
}: {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  trigger: ReactNode;
  /** The panel's name for screen readers. */
  label: string;
  align?: 'start' | 'end' | 'center';
  children: ReactNode;
}) {
  return (
    <Radix.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange ? { onOpenChange } : {})}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="appear z-50 max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-popover border border-line bg-surface p-3 shadow-popover"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
