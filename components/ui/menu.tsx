'use client';

import { Check, type LucideIcon } from 'lucide-react';
import Link from 'next/link';
import * as Radix from 'radix-ui/dropdown-menu';
import type { ReactNode } from 'react';
import { classes } from '@/components/ui/classes';
import { keepFocus } from '@/components/ui/focus';

const ITEM =
  'relative flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 outline-none select-none data-highlighted:bg-sunken data-disabled:cursor-not-allowed coarse:min-h-11';

/** A menu of actions; arrow keys, letters and Escape work. */
export function Menu({
  trigger,
  align = 'end',
  side = 'bottom',
  children,
  ...state
}: {
  /** One element that can take focus: a Button, an IconButton, a button. */
  trigger: ReactNode;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Radix.Root modal={false} {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <section aria-label="Menu">
          <Radix.Content
            align={align}
            side={side}
            sideOffset={4}
            collisionPadding={8}
            onCloseAutoFocus={keepFocus}
            className="appear z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-80 min-w-48 overflow-y-auto rounded-popover border border-line bg-surface p-1 shadow-popover"
          >
            {children}
          </Radix.Content>
        </section>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: LucideIcon;
  /** Renders a link. */
  href?: string;
  /** Renders a link to a file that is saved. */
  download?: string;
  onSelect?: () => void;
  danger?: boolean;
  /** Why it is impossible now, shown below the label. */
  blockedBy?: string | null | undefined;
  /** Its key, shown at the end. */
  shortcut?: string;
  children: ReactNode;
}

export function MenuItem({
  icon: Icon,
  href,
  download,
  onSelect,
  danger = false,
  blockedBy,
  shortcut,
  children,
}: MenuItemProps) {
  const content = (
    <>
      {Icon && <Icon aria-hidden className="size-4 shrink-0 text-muted" />}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate">{children}</span>
        {blockedBy && <span className="text-xs text-muted">{blockedBy}</span>}
      </span>
      {shortcut && (
        <kbd aria-hidden className="font-mono text-xs text-muted">
          {shortcut}
        </kbd>
      )}
    </>
  );
  const className = classes(ITEM, danger && 'text-bad');
  if (download !== undefined) {
    return (
      <Radix.Item asChild className={className}>
        <a download href={download}>
          {content}
        </a>
      </Radix.Item>
    );
  }
  if (href && !blockedBy) {
    return (
      <Radix.Item
        asChild
        className={className}
        aria-keyshortcuts={shortcut}
        {...(onSelect ? { onSelect } : {})}
      >
        <Link href={href}>{content}</Link>
      </Radix.Item>
    );
  }
  return (
    <Radix.Item
      className={className}
      disabled={Boolean(blockedBy)}
      aria-keyshortcuts={shortcut}
      {...(onSelect ? { onSelect } : {})}
    >
      {content}
    </Radix.Item>
  );
}

/** One of several; the menu stays open. */
export function MenuRadios<T extends string>({
  value,
  onValueChange,
  options,
}: {
  value: T;
  onValueChange: (value: T) => void;
  options: readonly { value: T; label: ReactNode }[];
}) {
  return (
    <Radix.RadioGroup value={value} onValueChange={(next) => onValueChange(next as T)}>
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          onSelect={(event) => event.preventDefault()}
          className={ITEM}
        >
          <Mark />
          <span className="truncate">{option.label}</span>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

function Mark() {
  return (
    <span className="flex size-4 shrink-0 items-center justify-center">
      <Radix.ItemIndicator>
        <Check aria-hidden className="size-4 text-accent" />
      </Radix.ItemIndicator>
    </span>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 pt-2 pb-1 text-xs text-muted">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}
