'use client';

import { Check, type LucideIcon } from 'lucide-react';
import Link from 'next/link';
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  use,
  useRef,
  useState,
} from 'react';
import { classes } from '@/components/ui/classes';
import { Layer } from '@/components/ui/layer';

const ITEM =
  'relative flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 outline-none select-none focus:bg-sunken aria-disabled:cursor-not-allowed coarse:min-h-11';
/** Letters typed within this time are one word. */
const WORD_MS = 700;

/** Closes the menu around; the focus goes back to what opened it. */
const Close = createContext<() => void>(() => {});

interface MenuProps {
  /** One element that can take focus: a Button or IconButton. */
  trigger: ReactNode;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
  children: ReactNode;
}

/** A menu of actions; arrow keys, Home, End, letters and Escape work. */
export function Menu({ trigger, align = 'end', side = 'bottom', children }: MenuProps) {
  const [open, setOpen] = useState(false);
  // Where the focus starts: pressed by a pointer, nothing is chosen yet.
  const start = useRef<'none' | 'first' | 'last'>('none');
  const menu = useRef<HTMLElement>(null);
  const typed = useRef({ word: '', at: 0 });

  const focusItem = (index: number) => {
    const items = itemsOf(menu.current);
    items.at(((index % items.length) + items.length) % items.length)?.focus();
  };

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event;
    const items = itemsOf(menu.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const isLetter = key.length === 1 && key !== ' ';
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'ArrowDown') focusItem(at + 1);
    else if (key === 'ArrowUp') focusItem(at < 0 ? -1 : at - 1);
    else if (key === 'Home') focusItem(0);
    else if (key === 'End') focusItem(-1);
    else if (key === 'Enter' || key === ' ') items[at]?.click();
    else if (isLetter) spell(event, items, at);
    else return;
    event.preventDefault();
  }

  /** Goes to the next item that begins with what was typed. */
  function spell({ key, timeStamp }: KeyboardEvent, items: HTMLElement[], at: number) {
    const { word, at: before } = typed.current;
    const goesOn = timeStamp - before < WORD_MS && word !== key;
    typed.current = { word: goesOn ? word + key : key, at: timeStamp };
    const from = goesOn ? Math.max(at, 0) : at + 1;
    const wanted = typed.current.word.toLowerCase();
    [...items.slice(from), ...items.slice(0, from)]
      .find((item) => item.textContent.trim().toLowerCase().startsWith(wanted))
      ?.focus();
  }

  const close = () => {
    document.getElementById(menu.current?.getAttribute('aria-labelledby') ?? '')?.focus();
    setOpen(false);
  };

  return (
    <Layer
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        start.current = 'none';
      }}
      trigger={trigger}
      onTriggerKeyDown={(event) => {
        const { key } = event;
        if (!['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(key)) return;
        event.preventDefault();
        start.current = key === 'ArrowUp' ? 'last' : 'first';
        setOpen(true);
      }}
      align={align}
      side={side}
      panel={{
        role: 'menu',
        className: 'max-w-80 min-w-48 p-1',
        onKeyDown,
        children: <Close value={close}>{children}</Close>,
      }}
      onShown={(panel) => {
        menu.current = panel;
        panel.focus();
        if (start.current !== 'none') focusItem(start.current === 'first' ? 0 : -1);
      }}
    />
  );
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}

/** What every entry does: it is chosen by pointing as well as by keys. */
const pointed = {
  tabIndex: -1,
  onPointerMove: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
    const isChosen = document.activeElement === currentTarget;
    if (pointerType === 'mouse' && !isChosen) currentTarget.focus({ preventScroll: true });
  },
  onPointerLeave: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
    if (pointerType === 'mouse')
      currentTarget.closest<HTMLElement>('[role="menu"]')?.focus({ preventScroll: true });
  },
};

interface MenuItemProps {
  icon?: LucideIcon;
  /** Goes somewhere: a real link. */
  href?: string;
  onSelect?: () => void;
  danger?: boolean;
  /** Why it is impossible now; it stays and says so. */
  blockedBy?: string | null | undefined;
  /** Its key, shown at the end. */
  shortcut?: string;
  children: ReactNode;
}

export function MenuItem({
  icon: Icon,
  href,
  onSelect,
  danger = false,
  blockedBy,
  shortcut,
  children,
}: MenuItemProps) {
  const close = use(Close);
  const content = (
    <>
      {Icon && <Icon aria-hidden className="size-4 shrink-0 text-muted" />}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate">{children}</span>
        {blockedBy && <span className="text-xs text-muted">{blockedBy}</span>}
      </span>
      {shortcut && <kbd className="font-mono text-xs text-muted">{shortcut}</kbd>}
    </>
  );
  const className = classes(ITEM, danger && 'text-bad');
  if (href && !blockedBy) {
    return (
      <Link {...pointed} href={href} role="menuitem" className={className} onClick={close}>
        {content}
      </Link>
    );
  }
  return (
    <Entry
      role="menuitem"
      className={className}
      blocked={Boolean(blockedBy)}
      onClick={() => {
        close();
        onSelect?.();
      }}
    >
      {content}
    </Entry>
  );
}

/** An entry that is on or off; the menu stays open. */
export function MenuCheckbox({
  checked,
  onCheckedChange,
  blockedBy,
  children,
}: {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  blockedBy?: string | null;
  children: ReactNode;
}) {
  return (
    <Entry
      role="menuitemcheckbox"
      aria-checked={checked}
      blocked={Boolean(blockedBy)}
      onClick={() => onCheckedChange(!checked)}
    >
      <Mark shown={checked} />
      <span className="flex min-w-0 flex-col">
        <span className="truncate">{children}</span>
        {blockedBy && <span className="text-xs text-muted">{blockedBy}</span>}
      </span>
    </Entry>
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
  return options.map((option) => (
    <Entry
      key={option.value}
      role="menuitemradio"
      aria-checked={option.value === value}
      onClick={() => onValueChange(option.value)}
    >
      <Mark shown={option.value === value} />
      <span className="truncate">{option.label}</span>
    </Entry>
  ));
}

/** An entry that is no link; Enter and the space bar press it by the menu's keys. */
function Entry({
  blocked = false,
  className = ITEM,
  onClick,
  ...rest
}: ComponentProps<'div'> & { blocked?: boolean }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the menu around takes the keys
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is given
    <div
      {...rest}
      {...pointed}
      className={className}
      aria-disabled={blocked || undefined}
      onClick={(event: MouseEvent<HTMLDivElement>) => {
        if (!blocked) onClick?.(event);
      }}
    />
  );
}

function Mark({ shown }: { shown: boolean }) {
  return (
    <Check aria-hidden className={classes('size-4 shrink-0 text-accent', !shown && 'invisible')} />
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <p role="presentation" className="px-2 pt-2 pb-1 text-xs text-muted">
      {children}
    </p>
  );
}

export function MenuSeparator() {
  return <hr className="-mx-1 my-1 border-t-0 border-b border-line" />;
}
