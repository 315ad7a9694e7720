'use client';

import { ChevronDown, Ellipsis, ListFilter, Plus, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { presetAt } from '@/components/data-table/date-presets';
import {
  type EntityFilter,
  type Filter,
  type FilterProps,
  spanOf,
} from '@/components/data-table/filters';
import type { ListSearch } from '@/components/data-table/list-search';
import { DATES, type Noun, TOOLBAR } from '@/components/data-table/texts';
import { useSelectedEntity } from '@/components/entity-picker/use-selected-entity';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { Sheet } from '@/components/ui/dialog';
import { loadable } from '@/components/ui/loadable';
import { Popover } from '@/components/ui/popover';
import { formatDate, useNow, useTimeZone } from '@/components/ui/time';

// The pickers of products and customers are loaded with the first filter that is pointed at or opened.
const FilterControl = loadable<FilterProps<Filter>>(
  () =>
    import('@/components/data-table/filter-controls').then(({ FilterControl }) => FilterControl),
  <div className="h-40" />,
);

/** One button per filter on wide screens, all filters in a sheet on small ones. */
export function FilterBar({
  filters,
  tabFilter,
  search,
  noun,
  total,
  open,
  onOpenChange,
}: {
  filters: readonly Filter[];
  /** The filter of the tabs, which show its value where it has one. */
  tabFilter: Filter | undefined;
  search: ListSearch;
  noun: Noun;
  /** The rows that the filters leave; null while they are loaded. */
  total: number | null;
  /** The sheet of small screens. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const [isAllShown, showAll] = useState(false);
  const set = filters.filter(
    (filter) => isSet(filter, search) && !(filter === tabFilter && hasOneValue(filter, search)),
  );
  const shown = filters.filter((filter) => isAllShown || !filter.rare || set.includes(filter));
  return (
    <>
      {shown.map((filter) => (
        <FilterButton
          key={filter.label}
          filter={filter}
          search={search}
          className="max-md:hidden"
        />
      ))}
      {shown.length < filters.length && (
        <Button
          variant="ghost"
          icon={Ellipsis}
          className="max-md:hidden"
          onClick={(event) => {
            // The first of them is where the button was.
            const chips = event.currentTarget.parentElement;
            const next = chips?.querySelectorAll('[data-filter]').length ?? 0;
            flushSync(() => showAll(true));
            chips?.querySelectorAll<HTMLElement>('[data-filter] button')[next]?.focus();
          }}
        >
          {TOOLBAR.moreFilters}
        </Button>
      )}
      <Button
        icon={ListFilter}
        className="md:hidden"
        onPointerDown={FilterControl.preload}
        onClick={() => onOpenChange(true)}
      >
        {TOOLBAR.filters}
        {set.length > 0 && ` (${set.length})`}
      </Button>
      <Sheet
        open={open}
        onOpenChange={onOpenChange}
        title={TOOLBAR.filters}
        footer={
          <>
            <Button variant="primary" onClick={() => onOpenChange(false)}>
              {TOOLBAR.show(noun, total)}
            </Button>
            {search.isFiltered && <Button onClick={search.clear}>{TOOLBAR.clear}</Button>}
          </>
        }
      >
        {filters.map((filter) =>
          filter.kind === 'entity' ? (
            <CollapsibleFilter key={filter.label} filter={filter} search={search} />
          ) : (
            <FilterControl key={filter.label} filter={filter} search={search} />
          ),
        )}
      </Sheet>
    </>
  );
}

/** A filter as a chip: dashed with a plus while unset, with its value and a remove button while set. */
export function FilterButton({
  filter,
  search,
  className,
}: FilterProps<Filter> & { className?: string }) {
  const [open, setOpen] = useState(false);
  const on = isSet(filter, search);
  return (
    <span
      data-filter
      className={classes(
        'inline-flex h-8 min-w-0 items-stretch rounded-control border coarse:h-11',
        on ? 'border-accent bg-selected' : 'border-dashed border-control',
        className,
      )}
    >
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={TOOLBAR.filterBy(filter.label)}
        trigger={
          <button
            type="button"
            className="flex max-w-72 items-center gap-1.5 rounded-control px-2 hover:bg-sunken"
            onPointerEnter={FilterControl.preload}
            onFocus={FilterControl.preload}
          >
            {!on && <Plus aria-hidden className="size-3.5 shrink-0 text-muted" />}
            <span className={on ? '' : 'text-muted'}>{filter.label}</span>
            {on && (
              <span className="truncate font-medium">
                <FilterValue filter={filter} search={search} />
              </span>
            )}
            {on && <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted" />}
          </button>
        }
      >
        <FilterControl filter={filter} search={search} />
      </Popover>
      {on && (
        <button
          type="button"
          aria-label={TOOLBAR.removeFilter(filter.label)}
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
          {isSet(filter, search) ? <FilterValue filter={filter} search={search} /> : TOOLBAR.any}
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

function hasOneValue(filter: Filter, search: Pick<ListSearch, 'valuesOf'>): boolean {
  return filter.kind === 'choice' && search.valuesOf(filter.param).length === 1;
}

function clearedParams(filter: Filter): Record<string, undefined> {
  if (filter.kind === 'time') {
    return { [filter.before]: undefined, ...(filter.after && { [filter.after]: undefined }) };
  }
  return { [filter.param]: undefined };
}

function FilterValue({ filter, search }: FilterProps<Filter>): ReactNode {
  const zone = useTimeZone();
  const now = useNow();
  if (filter.kind === 'time') {
    const { after, before } = spanOf(filter, search);
    const preset = after && !before && presetAt(after, now, zone);
    if (preset) return DATES.presets[preset];
    const words = [
      after && DATES.since(formatDate(after, zone)),
      before && DATES.until(formatDate(new Date(Date.parse(before) - 1).toISOString(), zone)),
    ];
    return words.filter(Boolean).join(' ');
  }
  const values = search.valuesOf(filter.param);
  if (filter.kind === 'choice') {
    const names = values.map(
      (value) => filter.options.find((option) => option.value === value)?.label ?? value,
    );
    return names.length > 2
      ? TOOLBAR.someOf(names.length, filter.options.length)
      : TOOLBAR.or(names);
  }
  if (filter.kind === 'text') return TOOLBAR.or(values);
  const [first] = values;
  if (first === undefined) return null;
  return values.length > 1 ? (
    TOOLBAR.selected(values.length)
  ) : (
    <EntityName filter={filter} id={first} />
  );
}

function EntityName({ filter: { entity, label }, id }: { filter: EntityFilter; id: string }) {
  const { item } = useSelectedEntity(entity, id);
  return item ? entity.describe(item).name : label;
}
