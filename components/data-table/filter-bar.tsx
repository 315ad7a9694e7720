'use client';

import { ChevronDown, ListFilter, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { FilterControl, type FilterProps } from '@/components/data-table/filter-controls';
import type { EntityFilter, Filter } from '@/components/data-table/filters';
import type { ListSearch } from '@/components/data-table/list-search';
import { useSelectedEntity } from '@/components/entity-picker/use-entity-search';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { Sheet } from '@/components/ui/dialog';
import { shortId } from '@/components/ui/id-chip';
import { Popover } from '@/components/ui/popover';
import { formatDate, useTimeZone } from '@/components/ui/time';

/** One button per filter on wide screens, all filters in a sheet on small ones. */
export function FilterBar({
  filters,
  search,
  open,
  onOpenChange,
}: {
  filters: readonly Filter[];
  search: ListSearch;
  /** The sheet of small screens. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const set = filters.filter((filter) => isSet(filter, search));
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 max-md:hidden">
        {filters.map((filter) => (
          <FilterButton key={filter.label} filter={filter} search={search} />
        ))}
      </div>
      <Button icon={ListFilter} className="md:hidden" onClick={() => onOpenChange(true)}>
        Filters{set.length > 0 && ` (${set.length})`}
      </Button>
      <Sheet open={open} onOpenChange={onOpenChange} title="Filters">
        {filters.map((filter) =>
          filter.kind === 'entity' ? (
            <CollapsibleFilter key={filter.label} filter={filter} search={search} />
          ) : (
            <FilterControl key={filter.label} filter={filter} search={search} />
          ),
        )}
        <div className="sticky bottom-0 -mx-4 -mb-4 flex gap-2 border-t border-line bg-background px-4 py-2 *:flex-1">
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            Show the list
          </Button>
          {search.isFiltered && <Button onClick={search.clear}>Clear</Button>}
        </div>
      </Sheet>
    </>
  );
}

/** A filter as a chip: dashed while unset, with its value and a remove button while set. */
function FilterButton({ filter, search }: FilterProps<Filter>) {
  const [open, setOpen] = useState(false);
  const on = isSet(filter, search);
  return (
    <span
      className={`inline-flex h-8 items-stretch rounded-control border ${
        on ? 'border-accent bg-selected' : 'border-dashed border-control'
      }`}
    >
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={`Filter by ${filter.label.toLowerCase()}`}
        trigger={
          <button
            type="button"
            className="flex max-w-72 items-center gap-1 rounded-control px-2 hover:bg-sunken"
          >
            <span className={on ? '' : 'text-muted'}>{filter.label}</span>
            {on && (
              <span className="truncate font-medium">
                <FilterValue filter={filter} search={search} />
              </span>
            )}
          </button>
        }
      >
        <FilterControl filter={filter} search={search} />
      </Popover>
      {on && (
        <button
          type="button"
          aria-label={`Remove the filter ${filter.label}`}
          className="inline-flex w-7 items-center justify-center rounded-control text-muted hover:text-ink"
          onClick={() => search.change(clearedParams(filter))}
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </span>
  );
}

/** A filter of the sheet that is collapsed until it is opened, because its list is long. */
function CollapsibleFilter({ filter, search }: FilterProps<EntityFilter>) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="flex flex-col gap-2">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="flex min-h-8 items-center gap-2 text-left coarse:min-h-11"
        onClick={() => setOpen(!open)}
      >
        <span className="font-medium">{filter.label}</span>
        <span className="min-w-0 flex-1 truncate text-right text-muted">
          {isSet(filter, search) ? <FilterValue filter={filter} search={search} /> : 'Any'}
        </span>
        <ChevronDown
          aria-hidden
          className={classes('size-4 shrink-0 text-muted', open && 'rotate-180')}
        />
      </button>
      <div id={id} hidden={!open}>
        {open && <FilterControl filter={filter} search={search} />}
      </div>
    </div>
  );
}

function isSet(filter: Filter, search: Pick<ListSearch, 'valueOf'>): boolean {
  return Object.keys(clearedParams(filter)).some((param) => search.valueOf(param) !== undefined);
}

function clearedParams(filter: Filter): Record<string, undefined> {
  if (filter.kind === 'time') return { [filter.after]: undefined, [filter.before]: undefined };
  return { [filter.param]: undefined };
}

function FilterValue({ filter, search }: FilterProps<Filter>): ReactNode {
  const zone = useTimeZone();
  if (filter.kind === 'time') {
    const after = search.valueOf(filter.after);
    const before = search.valueOf(filter.before);
    const words = [
      after && `from ${formatDate(after, zone)}`,
      before && `to ${formatDate(new Date(Date.parse(before) - 1).toISOString(), zone)}`,
    ];
    return words.filter(Boolean).join(' ');
  }
  const values = search.valuesOf(filter.param);
  if (filter.kind === 'choice') {
    const names = values.map(
      (value) => filter.options.find((option) => option.value === value)?.label ?? value,
    );
    return names.length > 2 ? `${names.length} of ${filter.options.length}` : names.join(' or ');
  }
  const [first] = values;
  if (first === undefined) return null;
  return values.length > 1 ? `${values.length} chosen` : <EntityName filter={filter} id={first} />;
}

function EntityName({ filter: { entity }, id }: { filter: EntityFilter; id: string }) {
  const { item } = useSelectedEntity(entity, id);
  return item ? entity.describe(item).name : shortId(id);
}
