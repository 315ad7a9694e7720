'use client';

import { EntityLabel } from '@/components/entity-picker/entity-label';
import type { SearchableEntity } from '@/components/entity-picker/searchable-entity';
import { ENTITY_PICKER } from '@/components/entity-picker/texts';
import { useEntitySearch } from '@/components/entity-picker/use-entity-search';
import { classes } from '@/components/ui/classes';
import { ComboboxPanel, ComboboxStatus } from '@/components/ui/combobox';
import { ErrorNote } from '@/components/ui/error-state';
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

/**
 * Searches the entities of the organization. Enter picks the active row or, before the results are loaded, the first
 * match. The number of results is announced.
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
  const search = useEntitySearch({ entity, selectedIds, filters, excludedIds, initialText });
  const { typed, searched, items, total, error, isStale } = search;
  const rows: readonly (Item | null)[] =
    emptyLabel !== undefined && searched === '' ? [null, ...items] : items;
  const isSelected = (row: Item | null) =>
    row === null ? selectedIds.length === 0 : selectedIds.includes(row.id);

  async function pickFirstMatch() {
    const match = await search.firstMatch().catch(() => undefined);
    if (match) onPick(match);
  }

  return (
    <ComboboxPanel
      label={label}
      searchLabel={ENTITY_PICKER.search(entity.noun.many)}
      text={typed}
      onText={search.type}
      rows={rows.map((row) => ({
        key: row?.id ?? '',
        isSelected: isSelected(row),
        content:
          row === null ? (
            <span className="min-w-0 flex-1 text-muted">{emptyLabel}</span>
          ) : (
            <EntityLabel description={entity.describe(row)} match={searched} />
          ),
      }))}
      multiple={multiple}
      isStale={isStale}
      isPending={search.isPending}
      onPick={(index) => onPick(rows[index] ?? null)}
      onEarlyEnter={() => void pickFirstMatch()}
      skeleton={search.isPending && !error && <PickerSkeleton />}
    >
      {error && (
        <ErrorNote
          title={ENTITY_PICKER.couldNotLoad(entity.noun.many)}
          error={error}
          retrying={search.isFetching}
          onRetry={search.retry}
        />
      )}
      <ComboboxStatus isApart={rows.length > 0 && !error} isHidden={Boolean(error)}>
        {!search.isPending && !error && !isStale && resultText()}
      </ComboboxStatus>
    </ComboboxPanel>
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
