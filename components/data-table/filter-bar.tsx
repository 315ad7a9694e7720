'use client';

import { useQuery } from '@tanstack/react-query';
import { ListFilter, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type {
  ChoiceFilter,
  Filter,
  ObjectFilter,
  TimeFilter,
} from '@/components/data-table/filters';
import type { ListSearch } from '@/components/data-table/list-search';
import { useOrganization } from '@/components/session/organization';
import { Button } from '@/components/ui/button';
import { Sheet } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { Field } from '@/components/ui/field';
import { Input, Option } from '@/components/ui/input';
import { Popover } from '@/components/ui/popover';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDate, useTimeZone } from '@/components/ui/time';
import { dayEnd, dayOf, dayStart } from '@/components/ui/zoned';
import type { AnyContract, ContractInput } from '@/lib/api/contract';
import { query } from '@/lib/api/queries';

interface FilterProps<F extends Filter> {
  filter: F;
  search: ListSearch;
}

/** One button a filter on wide screens, all of them in a sheet on small ones. */
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
        {filters.map((filter) => (
          <FilterControl key={filter.label} filter={filter} search={search} />
        ))}
        <div className="flex gap-2">
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            Show the list
          </Button>
          {search.isFiltered && <Button onClick={search.clear}>Clear</Button>}
        </div>
      </Sheet>
    </>
  );
}

/** A filter as a chip: dashed while it is off, with its value and a way to take it out while on. */
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
          onClick={() => search.change(emptied(filter))}
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </span>
  );
}

function isSet(filter: Filter, search: ListSearch): boolean {
  return Object.keys(emptied(filter)).some((param) => search.valueOf(param) !== undefined);
}

function emptied(filter: Filter): Record<string, undefined> {
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
  return values.length > 1 ? `${values.length} chosen` : <ObjectName filter={filter} id={first} />;
}

function ObjectName({ filter, id }: { filter: ObjectFilter; id: string }) {
  const found = useQuery(
    query(filter.get, { params: { id } } as unknown as ContractInput<AnyContract>),
  );
  return found.data ? filter.name(found.data) : id.slice(-8);
}

function FilterControl({ filter, search }: FilterProps<Filter>) {
  switch (filter.kind) {
    case 'choice':
      return <Choices filter={filter} search={search} />;
    case 'object':
      return <Objects filter={filter} search={search} />;
    case 'time':
      return <Times filter={filter} search={search} />;
  }
}

const OPTION = 'w-full rounded-control px-1 hover:bg-sunken';

function Choices({ filter, search }: FilterProps<ChoiceFilter>) {
  const { param, label, options, single = false } = filter;
  const values = search.valuesOf(param);
  return (
    <fieldset className="flex flex-col">
      <legend className="pb-1 font-medium">{label}</legend>
      {single && (
        <Option
          type="radio"
          name={param}
          className={OPTION}
          checked={values.length === 0}
          onChange={() => search.change({ [param]: undefined })}
        >
          Any
        </Option>
      )}
      {options.map(({ value, label: name }) => (
        <Option
          key={value}
          type={single ? 'radio' : 'checkbox'}
          name={param}
          className={OPTION}
          checked={values.includes(value)}
          onChange={({ target }) => {
            const others = values.filter((other) => other !== value);
            if (single) search.change({ [param]: value });
            else search.change({ [param]: target.checked ? [...others, value] : others });
          }}
        >
          {name}
        </Option>
      ))}
    </fieldset>
  );
}

function Objects({ filter, search }: FilterProps<ObjectFilter>) {
  const { id: organization } = useOrganization();
  const [text, setText] = useState('');
  const values = search.valuesOf(filter.param);
  const found = useQuery({
    ...query(filter.list, {
      query: { organization_id: [organization], limit: 20, ...(text ? { query: text } : {}) },
    }),
    placeholderData: (before) => before,
  });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 font-medium">{filter.label}</legend>
      <Input
        aria-label={`Search ${filter.label.toLowerCase()}`}
        placeholder="Search"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex max-h-64 min-h-20 flex-col overflow-y-auto">
        {found.isError && <ErrorNote error={found.error} />}
        {found.isPending &&
          ['w-32', 'w-24', 'w-28'].map((width) => (
            <Skeleton key={width} className={`my-2.5 ${width}`} />
          ))}
        {found.data?.items.length === 0 && <p className="py-1 text-muted">Nothing matches.</p>}
        {found.data?.items.map((item: { id: string }) => (
          <Option
            key={item.id}
            className={OPTION}
            checked={values.includes(item.id)}
            onChange={({ target }) => {
              const others = values.filter((other) => other !== item.id);
              search.change({ [filter.param]: target.checked ? [...others, item.id] : others });
            }}
          >
            <span className="block truncate">{filter.name(item)}</span>
          </Option>
        ))}
      </div>
    </fieldset>
  );
}

function Times({ filter, search }: FilterProps<TimeFilter>) {
  const zone = useTimeZone();
  const after = search.valueOf(filter.after);
  const before = search.valueOf(filter.before);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 font-medium">{filter.label}</legend>
      <Field label="From" optional>
        {(aria) => (
          <Input
            {...aria}
            type="date"
            value={after ? dayOf(after, zone) : ''}
            onChange={({ target }) =>
              search.change({
                [filter.after]: target.value ? dayStart(target.value, zone) : undefined,
              })
            }
          />
        )}
      </Field>
      <Field label="To" optional help={`Whole days in ${zone.replaceAll('_', ' ')}.`}>
        {(aria) => (
          <Input
            {...aria}
            type="date"
            value={before ? dayOf(new Date(Date.parse(before) - 1).toISOString(), zone) : ''}
            onChange={({ target }) =>
              search.change({
                [filter.before]: target.value ? dayEnd(target.value, zone) : undefined,
              })
            }
          />
        )}
      </Field>
    </fieldset>
  );
}
