'use client';

import * as Radix from 'radix-ui/popover';
import { classes } from '@/components/ui/classes';
import type { PopoverStyle } from '@/components/ui/popover';
import { TriggerProxy } from '@/components/ui/trigger';

/** The part of popover.tsx that needs Radix, loaded on demand. */
export function PopoverView({
  id,
  triggerId,
  open,
  onOpenChange,
  label,
  align = 'start',
  width = 'fixed',
  children,
}: PopoverStyle & {
  id: string;
  triggerId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>
        <TriggerProxy id={triggerId} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          id={id}
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={classes(
            'appear z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto rounded-popover border border-line bg-surface p-3 shadow-popover',
            width === 'fixed' ? 'w-72' : 'w-(--radix-popover-trigger-width) min-w-64',
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
