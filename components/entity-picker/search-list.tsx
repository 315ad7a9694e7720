'use client';

import { Check, RotateCw, Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Findable } from '@/components/entity-picker/findable';
import { useFinder } from '@/components/entity-picker/use-finder';
import { WordLines } from '@/components/entity-picker/word-lines';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { ErrorNote } from '@/components/ui/error-state';
import { Input } from '@/components/ui/input';
import { countOf, formatCount } from '@/components/ui/money';
import { Skeleton } from '@/components/ui/skeleton';

interface SearchListProps<Item extends { id: string }> {
  of: Findable<Item>;
  /** Its name: "Customer". */
  label: string;
  /** Ids that are chosen; they stand first. */
  chosen: readonly string[];
  /** Several may be chosen: a pick ticks or unticks. */
  multiple?: boolean;
  /** Choosing nothing, as the first row. */
  emptyLabel?: string | undefined;
  narrow?: object | undefined;
  without?: readonly string[] | undefined;
  initialText?: string | undefined;
  /** Said where there is nothing to choose from. */
  none?: string | undefined;
  onPick: (item: Item | null) => void;
}

const ROW =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 coarse:min-h-11';

/**
 * A search box over a list of what it finds: a combobox whose list is always open. Arrows move, Enter
 * picks, also what has not arrived yet; the number of results is announced.
 */
export function SearchList<Item extends { id: string }>({
  of,
  label,
  chosen,
  multiple = false,
  emptyLabel,
  narrow,
  without,
  initialText,
  none,
  onPick,
}: SearchListProps<Item>) {
  const id = useId();
  const finder = useFinder({ of, chosen, narrow, without, initialText });
  const { typed, searched, items, total, error, isStale } = finder;
  const rows: readonly (Item | null)[] =
    emptyLabel !== undefined && searched === '' ? [null, ...items] : items;
  const [active, setActive] = useState(0);
  const current = Math.min(active, rows.length - 1);
  const idOf = (index: number) => `${id}-${index}`;
  const isChosen = (row: Item | null) =>
    row === null ? chosen.length === 0 : chosen.includes(row.id);

  async function pick() {
    if (!isStale) {
      const row = rows[current];
      if (row !== undefined) onPick(row);
      return;
    }
    const match = await finder.firstMatch().catch(() => undefined);
    if (match) onPick(match);
  }

  function move(to: number) {
    const next = (to + rows.length) % rows.length;
    setActive(next);
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent) {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey;
    if (event.nativeEvent.isComposing || !isPlain) return;
    if (event.key === 'Enter') {
      // The form around it is not sent.
      event.preventDefault();
      void pick();
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
          aria-label={`Search ${of.noun.many}`}
          aria-expanded={rows.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={rows.length > 0 ? idOf(current) : undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={500}
          placeholder={`Search ${of.noun.many}`}
          className="pl-8"
          value={typed}
          onChange={({ target }) => {
            setActive(0);
            finder.type(target.value);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {finder.isPending && !error && <Waiting />}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        aria-busy={isStale || finder.isPending || undefined}
        tabIndex={-1}
        hidden={rows.length === 0}
        className={classes(
          '-mx-1 max-h-80 overflow-y-auto overscroll-contain transition-opacity',
          isStale && 'opacity-60',
        )}
      >
        {rows.map((row, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the search box, which keeps the focus
          <div
            key={row?.id ?? ''}
            id={idOf(index)}
            role="option"
            tabIndex={-1}
            aria-selected={isChosen(row)}
            className={classes(ROW, index === current && 'bg-sunken')}
            onMouseDown={(event) => event.preventDefault()}
            onPointerMove={() => setActive(index)}
            onClick={() => onPick(row)}
          >
            {row === null ? (
              <span className="min-w-0 flex-1 text-muted">{emptyLabel}</span>
            ) : (
              <WordLines words={of.words(row)} match={searched} />
            )}
            <Check
              aria-hidden
              className={classes('size-4 shrink-0 text-accent', !isChosen(row) && 'invisible')}
            />
          </div>
        ))}
      </div>
      {error && (
        <div className="flex flex-col gap-2">
          <ErrorNote title={`Could not load ${of.noun.many}.`} error={error} />
          <Button
            size="small"
            className="self-start"
            icon={RotateCw}
            pending={finder.isFetching}
            onClick={finder.retry}
          >
            Retry
          </Button>
        </div>
      )}
      <p
        role="status"
        className={classes(
          'min-h-4 px-1 text-xs text-muted wrap-anywhere',
          rows.length > 0 && !error && '-mt-2 border-t border-line pt-2',
          error && 'sr-only',
        )}
      >
        {!finder.isPending && !error && !isStale && resultWords()}
      </p>
    </div>
  );

  function resultWords(): string {
    if (items.length === 0) {
      if (searched !== '') return `No ${of.noun.one} matches “${searched}”.`;
      return none ?? `There are no ${of.noun.many} yet.`;
    }
    if (total > items.length) {
      return `${formatCount(items.length)} of ${formatCount(total)} ${of.noun.many}. Type to narrow.`;
    }
    return countOf(items.length, of.noun.one, of.noun.many);
  }
}

/** Rows that load. */
function Waiting() {
  return (
    <div aria-hidden className="flex flex-col">
      {['w-40', 'w-28', 'w-36', 'w-32'].map((width) => (
        <span key={width} className="flex h-11 flex-col justify-center gap-1.5 px-1">
          <Skeleton className={classes(width, 'max-w-full')} />
          <Skeleton className="h-2.5 w-24" />
        </span>
      ))}
    </div>
  );
}
