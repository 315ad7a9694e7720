'use client';

import type {
  ChoiceFilter,
  EntityFilter,
  Filter,
  TimeFilter,
} from '@/components/data-table/filters';
import type { ListSearch } from '@/components/data-table/list-search';
import { TOOLBAR } from '@/components/data-table/texts';
import { EntityPicker } from '@/components/entity-picker/entity-picker';
import { Field } from '@/components/ui/field';
import { Input, Option } from '@/components/ui/input';
import { useTimeZone } from '@/components/ui/time';
import { dayEnd, dayOf, dayStart } from '@/components/ui/zoned';

export interface FilterProps<F extends Filter> {
  filter: F;
  search: Pick<ListSearch, 'valueOf' | 'valuesOf' | 'change'>;
}

/** The control of a filter, by its kind. Each change is applied at once. */
export function FilterControl({ filter, search }: FilterProps<Filter>) {
  switch (filter.kind) {
    case 'choice':
      return <Choices filter={filter} search={search} />;
    case 'entity':
      return <Entities filter={filter} search={search} />;
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
          {TOOLBAR.any}
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

function Entities({ filter: { param, label, entity }, search }: FilterProps<EntityFilter>) {
  const values = search.valuesOf(param);
  return (
    <EntityPicker
      entity={entity}
      label={label}
      multiple
      selectedIds={values}
      onPick={(item) => {
        if (!item) return;
        const others = values.filter((other) => other !== item.id);
        search.change({ [param]: others.length < values.length ? others : [...values, item.id] });
      }}
    />
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
