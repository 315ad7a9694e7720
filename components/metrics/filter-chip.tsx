'use client';

import { ChevronDown, Plus, X } from 'lucide-react';
import type { PageSearch } from '@/components/charts/page-search';
import { FilterControl } from '@/components/data-table/filter-controls';
import type { ChoiceFilter, EntityFilter } from '@/components/data-table/filters';
import { useSelectedEntity } from '@/components/entity-picker/use-entity-search';
import { FILTERS } from '@/components/metrics/texts';
import { classes } from '@/components/ui/classes';
import { shortId } from '@/components/ui/id-chip';
import { Popover } from '@/components/ui/popover';

type ChipFilter = ChoiceFilter | EntityFilter;

/** A filter of the figures: dashed with a plus while unset, with its value and a remove button while set. */
export function FilterChip({ filter, search }: { filter: ChipFilter; search: PageSearch }) {
  const values = search.getAll(filter.param);
  const isOn = values.length > 0;
  const params = {
    valueOf: (param: string) => search.get(param) ?? undefined,
    valuesOf: search.getAll,
    change: search.change,
  };
  return (
    <span
      className={classes(
        'inline-flex h-8 items-stretch rounded-control border coarse:h-11',
        isOn ? 'border-accent bg-selected' : 'border-dashed border-control',
      )}
    >
      <Popover
        label={FILTERS.filterBy(filter.label)}
        trigger={
          <button
            type="button"
            className="flex max-w-72 items-center gap-1.5 rounded-control px-2 hover:bg-sunken"
          >
            {!isOn && <Plus aria-hidden className="size-3.5 shrink-0 text-muted" />}
            <span className={isOn ? '' : 'text-muted'}>{filter.label}</span>
            {isOn && (
              <span className="truncate font-medium">
                {filter.kind === 'choice' ? (
                  filter.options.find(({ value }) => value === values[0])?.label
                ) : (
                  <Entities filter={filter} ids={values} />
                )}
              </span>
            )}
            {isOn && <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted" />}
          </button>
        }
      >
        <FilterControl filter={filter} search={params} />
      </Popover>
      {isOn && (
        <button
          type="button"
          aria-label={FILTERS.remove(filter.label)}
          className="inline-flex w-7 items-center justify-center rounded-control text-muted hover:text-ink"
          onClick={() => search.change({ [filter.param]: undefined })}
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </span>
  );
}

function Entities({ filter: { entity }, ids }: { filter: EntityFilter; ids: readonly string[] }) {
  const [id = ''] = ids;
  const { item } = useSelectedEntity(entity, id);
  if (ids.length > 1) return FILTERS.chosen(ids.length);
  return item ? entity.describe(item).name : shortId(id);
}
