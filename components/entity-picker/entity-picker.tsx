'use client';

import { Check, RotateCw, Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { EntityLabel } from '@/components/entity-picker/entity-label';
import type { SearchableEntity } from '@/components/entity-picker/searchable-entity';
import { ENTITY_PICKER } from '@/components/entity-picker/texts';
import { useEntitySearch } from '@/components/entity-picker/use-entity-search';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { ErrorNote } from '@/components/ui/error-state';
import { Input } from '@/components/ui/input';
import { formatCount, pluralize } from '@/components/ui/money';
import { Skeleton } from '@/components/ui/skeleton';

interface EntityPickerProps<Item extends { id: string }> {
  entity: SearchableEntity<Item>;
  /** Its name: "Customer". */
  label: string;
  /** Ids of the selected items, which are listed first. */
  selectedIds: readonly string[];
  /** Several may be selected: a pick ticks or unticks. */
  multiple?: boolean;
  /** The label of a first row that selects nothing. */
  emptyLabel?: string | undefined;
  filters?: object | undefined;
  excludedIds?: readonly string[] | undefined;
  initialText?: string | undefined;
  /** Shown where there is nothing to choose from. */
  emptyText?: string | undefined;
  onPick: (item: Item | null) => void;
}

const ROW =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 coarse:min-h-11';

/**
 * A combobox whose list of results is always open. Arrow keys move, Enter picks the active row or, before
 * the results are loaded, the first match. The number of results is announced.
 */
export function EntityPicker<Item extends { id: string }>({
  entity,
  label,
  selectedIds,
  multiple = false,
  emptyLabel,
  filters,
  excludedIds,
  initialText,
  emptyText,
  onPick,
}: EntityPickerProps<Item>) {
  const id = useId();
  const search = useEntitySearch({ entity, selectedIds, filters, excludedIds, initialText });
  const { typed, searched, items, total, error, isStale } = search;
  const rows: readonly (Item | null)[] =
    emptyLabel !== undefined && searched === '' ? [null, ...items] : items;
  const [active, setActive] = useState(0);
  const current = Math.min(active, rows.length - 1);
  const idOf = (index: number) => `${id}-${index}`;
  const isSelected = (row: Item | null) =>
    row === null ? selectedIds.length === 0 : selectedIds.includes(row.id);

  async function pick() {
    if (!isStale) {
      const row = rows[current];
      if (row !== undefined) onPick(row);
      return;
    }
    const match = await search.firstMatch().catch(() => undefined);
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
      // Enter must not submit the surrounding form.
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
          aria-label={ENTITY_PICKER.search(entity.noun.many)}
          aria-expanded={rows.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={rows.length > 0 ? idOf(current) : undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={500}
          placeholder={ENTITY_PICKER.search(entity.noun.many)}
          className="pl-8"
          value={typed}
          onChange={({ target }) => {
            setActive(0);
            search.type(target.value);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {search.isPending && !error && <PickerSkeleton />}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        aria-busy={isStale || search.isPending || undefined}
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
            aria-selected={isSelected(row)}
            className={classes(ROW, index === current && 'bg-sunken')}
            onMouseDown={(event) => event.preventDefault()}
            onPointerMove={() => setActive(index)}
            onClick={() => onPick(row)}
          >
            {row === null ? (
              <span className="min-w-0 flex-1 text-muted">{emptyLabel}</span>
            ) : (
              <EntityLabel description={entity.describe(row)} match={searched} />
            )}
            <Check
              aria-hidden
              className={classes('size-4 shrink-0 text-accent', !isSelected(row) && 'invisible')}
            />
          </div>
        ))}
      </div>
      {error && (
        <div className="flex flex-col gap-2">
          <ErrorNote title={ENTITY_PICKER.couldNotLoad(entity.noun.many)} error={error} />
          <Button
            size="small"
            className="self-start"
            icon={RotateCw}
            pending={search.isFetching}
            onClick={search.retry}
          >
            {ENTITY_PICKER.retry}
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
        {!search.isPending && !error && !isStale && resultText()}
      </p>
    </div>
  );

  function resultText(): string {
    if (items.length === 0) {
      if (searched !== '') return ENTITY_PICKER.noMatches(entity.noun.one, searched);
      return emptyText ?? ENTITY_PICKER.thereAreNoYet(entity.noun.many);
    }
    if (total > items.length) {
      return ENTITY_PICKER.ofTypeToNarrow(
        formatCount(items.length),
        formatCount(total),
        entity.noun.many,
      );
    }
    return pluralize(items.length, entity.noun.one, entity.noun.many);
  }
}

/** Placeholder rows. */
function PickerSkeleton() {
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
