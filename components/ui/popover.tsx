'use client';

import { type ReactNode, useState } from 'react';
import { classes } from '@/components/ui/classes';
import { Layer } from '@/components/ui/layer';

const STOPS =
  'a[href], button:not([tabindex="-1"]), input:not([type="hidden"]), select, textarea, [tabindex="0"]';

/** A small panel beside what opened it. */
export function Popover({
  open,
  onOpenChange,
  trigger,
  label,
  align = 'start',
  width = 'fixed',
  children,
}: {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  trigger: ReactNode;
  /** The panel's name for screen readers. */
  label: string;
  align?: 'start' | 'end';
  /** As wide as what opens it, or of its own width. */
  width?: 'fixed' | 'trigger';
  children: ReactNode;
}) {
  const [own, setOwn] = useState(false);
  return (
    <Layer
      open={open ?? own}
      onOpenChange={onOpenChange ?? setOwn}
      trigger={trigger}
      align={align}
      side="bottom"
      width={width === 'trigger' ? 'exactly' : undefined}
      panel={{
        role: 'dialog',
        'aria-label': label,
        className: classes(
          'max-w-[calc(100vw-1rem)] p-3',
          width === 'fixed' ? 'w-72' : 'min-w-64!',
        ),
        children,
      }}
      onShown={(panel) => (panel.querySelector<HTMLElement>(STOPS) ?? panel).focus()}
    />
  );
}
