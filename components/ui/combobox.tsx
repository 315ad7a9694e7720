'use client';

import { Check, ChevronsUpDown, Search } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classes } from '@/components/ui/classes';
import type { FieldAria } from '@/components/ui/field';
import { CONTROL, Input } from '@/components/ui/input';
import { Popover } from '@/components/ui/popover';

/** What the panel of a {@link Combobox} is given. */
export interface OpenedCombobox {
  /** The character that opened it, the beginning of what is searched. */
  initialText: string;
  close: () => void;
}

/** A control of a form that shows what is selected; a click, an arrow key or a typed character opens its panel. */
export function Combobox({
  aria,
  ref,
  label,
  panel,
  onClose,
  children,
}: {
  aria: FieldAria;
  ref: Ref<HTMLButtonElement>;
  /** The panel's name for screen readers. */
  label: string;
  panel: (opened: OpenedCombobox) => ReactNode;
  /** It was closed without a choice. */
  onClose: () => void;
  /** What is selected. */
  children: ReactNode;
}) {
  // The text that the list opens with; null while it is closed.
  const [opening, setOpening] = useState<string | null>(null);

  function openByTyping(event: KeyboardEvent) {
    const isText = event.key.length === 1 && event.key !== ' ';
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setOpening('');
    else if (isText && !event.ctrlKey && !event.metaKey && !event.altKey) setOpening(event.key);
    else return;
    event.preventDefault();
  }

  return (
    <Popover
      open={opening !== null}
      onOpenChange={(open) => {
        setOpening(open ? '' : null);
        if (!open) onClose();
      }}
      label={label}
      width="trigger"
      trigger={
        <button
          {...aria}
          ref={ref}
          type="button"
          role="combobox"
          aria-expanded={opening !== null}
          className={classes(
            CONTROL,
            'flex min-h-8 items-center gap-2 px-2.5 py-1 text-left coarse:min-h-11',
          )}
          onKeyDown={openByTyping}
        >
          {children}
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
      }
    >
      {panel({ initialText: opening ?? '', close: () => setOpening(null) })}
    </Popover>
  );
}

interface ComboboxRow {
  key: string;
  isSelected: boolean;
  content: ReactNode;
}

const ROW =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 coarse:min-h-11';

/**
 * A search box whose list of results is always open. Arrow keys move, Enter picks the active row. `children` follow
 * the list, such as the number of results.
 */
export function ComboboxPanel({
  label,
  searchLabel,
  text,
  onText,
  rows,
  initialRow = 0,
  multiple = false,
  isStale = false,
  isPending = false,
  onPick,
  onEarlyEnter,
  skeleton,
  children,
}: {
  /** The name of the list. */
  label: string;
  searchLabel: string;
  text: string;
  onText: (text: string) => void;
  rows: readonly ComboboxRow[];
  /** The row that is active as it opens. */
  initialRow?: number;
  /** Several may be selected: a pick ticks or unticks. */
  multiple?: boolean;
  /** The rows are those of an earlier text. */
  isStale?: boolean;
  isPending?: boolean;
  onPick: (index: number) => void;
  /** Enter was pressed while the rows are stale. */
  onEarlyEnter?: () => void;
  /** Shown before the first rows. */
  skeleton?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(initialRow);
  const current = Math.min(active, rows.length - 1);
  const idOf = (index: number) => `${id}-${index}`;

  useLayoutEffect(() => {
    const row = list.current?.children.item(initialRow);
    // Not `scrollIntoView`, which would scroll what the panel stands over.
    if (list.current && row instanceof HTMLElement && initialRow > 0) {
      list.current.scrollTop = row.offsetTop - list.current.clientHeight / 2;
    }
  }, [initialRow]);

  function move(to: number) {
    const next = (to + rows.length) % rows.length;
    setActive(next);
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent) {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey;
    if (event.nativeEvent.isComposing || !isPlain) return;
    if (event.key === 'Enter') {
      // Enter must not submit the surrounding form.
      event.preventDefault();
      if (isStale) onEarlyEnter?.();
      else if (rows[current]) onPick(current);
    } else if (rows.length > 0 && event.key === 'ArrowDown') {
      event.preventDefault();
      move(current + 1);
    } else if (rows.length > 0 && event.key === 'ArrowUp') {
      event.preventDefault();
      move(current - 1);
    }
  }

  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
        />
        <Input
          role="combobox"
          aria-label={searchLabel}
          aria-expanded={rows.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={rows.length > 0 ? idOf(current) : undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={500}
          placeholder={searchLabel}
          className="pl-8"
          value={text}
          onChange={({ target }) => {
            setActive(0);
            onText(target.value);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {skeleton}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        aria-busy={isStale || isPending || undefined}
        tabIndex={-1}
        hidden={rows.length === 0}
        className={classes(
          'relative -mx-1 max-h-80 overflow-y-auto overscroll-contain transition-opacity',
          isStale && 'opacity-60',
        )}
      >
        {rows.map(({ key, isSelected, content }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the search box, which keeps the focus
          <div
            key={key}
            id={idOf(index)}
            role="option"
            tabIndex={-1}
            aria-selected={isSelected}
            className={classes(ROW, index === current && 'bg-sunken')}
            onMouseDown={(event) => event.preventDefault()}
            onPointerMove={() => setActive(index)}
            onClick={() => onPick(index)}
          >
            {content}
            <Check
              aria-hidden
              className={classes('size-4 shrink-0 text-accent', !isSelected && 'invisible')}
            />
          </div>
        ))}
      </div>
      {children}
    </div>
  );
}

/** What a {@link ComboboxPanel} tells of its results; `isApart` where rows stand above it. */
export function ComboboxStatus({
  isApart,
  isHidden = false,
  children,
}: {
  isApart: boolean;
  /** For screen readers alone. */
  isHidden?: boolean;
  children: ReactNode;
}) {
  return (
    <p
      role="status"
      className={classes(
        'min-h-4 px-1 text-xs text-muted wrap-anywhere',
        isApart && '-mt-2 border-t border-line pt-2',
        isHidden && 'sr-only',
      )}
    >
      {children}
    </p>
  );
}
