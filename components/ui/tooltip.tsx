'use client';

import { type ReactNode, useId, useState } from 'react';
import { classes } from '@/components/ui/classes';

interface TooltipProps {
  content: ReactNode;
  children: ReactNode;
  /** Whether it is a tab stop; off in the rows of a list. */
  focusable?: boolean;
  className?: string;
}

/** A tooltip on hover and focus. Escape closes it; it stays open while the pointer is over it. */
export function Tooltip({ content, children, focusable = true, className }: TooltipProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  const hide = () => setOpen(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only shows what describes it
    <span
      {...(focusable ? { tabIndex: 0 } : {})}
      className={classes('rounded-control', className)}
      aria-describedby={open ? id : undefined}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && show()}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        hide();
      }}
    >
      {children}
      {open && (
        <span
          id={id}
          role="tooltip"
          popover="manual"
          ref={place}
          className="fixed m-0 w-max max-w-96 rounded-popover border border-line bg-surface px-2.5 py-1.5 text-left font-sans text-xs font-normal text-ink shadow-popover"
        >
          {content}
        </span>
      )}
    </span>
  );
}

/** Below its trigger, or above where there is no room; always within the window. */
function place(tip: HTMLElement | null): void {
  const trigger = tip?.parentElement?.getBoundingClientRect();
  if (!tip || !trigger) return;
  tip.showPopover();
  const { width, height } = tip.getBoundingClientRect();
  const below = trigger.bottom + 4;
  const top = below + height > window.innerHeight ? trigger.top - height - 4 : below;
  const left = Math.min(Math.max(8, trigger.left), window.innerWidth - width - 8);
  tip.style.inset = `${top}px auto auto ${left}px`;
}
