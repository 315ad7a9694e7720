'use client';

import { useId, useState } from 'react';
import {
  DATE_PRESETS,
  type DatePreset,
  presetAt,
  presetStart,
} from '@/components/data-table/date-presets';
import { DATE_FILTER } from '@/components/data-table/filter-texts';
import {
  type ChoiceFilter,
  type EntityFilter,
  type Filter,
  type FilterProps,
  spanOf,
  type TextFilter,
  type TimeFilter,
} from '@/components/data-table/filters';
import { DATES, TOOLBAR } from '@/components/data-table/texts';
import { EntityPicker } from '@/components/entity-picker/entity-picker';
import { DateInput } from '@/components/ui/date-input';
import { Field } from '@/components/ui/field';
import { Input, Option } from '@/components/ui/input';
import { UI } from '@/components/ui/texts';
import { useNow, useTimeZone } from '@/components/ui/time';
import { isDay } from '@/components/ui/typed-day';
import { dayEnd, dayOf, dayStart } from '@/lib/contract/times';

/** The control of a filter, by its kind. Each change is applied at once. */
export function FilterControl({ filter, search }: FilterProps<Filter>) {
  switch (filter.kind) {
    case 'choice':
      return <Choices filter={filter} search={search} />;
    case 'entity':
      return <Entities filter={filter} search={search} />;
    case 'text':
      return <Text filter={filter} search={search} />;
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

/** Applied by Enter, when it is left, and when a suggestion is picked; what cannot be meant stays, and is told of then. */
function Text({ filter, search }: FilterProps<TextFilter>) {
  const { param, label, help, suggestions = [], problem } = filter;
  const listId = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const apply = (text: string) => {
    const value = text.trim();
    const wrong = value === '' ? null : (problem?.(value) ?? null);
    setTold(wrong);
    if (wrong !== null) return;
    setDraft(null);
    if (value !== (search.valueOf(param) ?? '')) search.change({ [param]: value || undefined });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (draft !== null) apply(draft);
      }}
    >
      <Field label={label} help={help} optional="unmarked" error={told ?? undefined}>
        {(aria) => (
          <Input
            {...aria}
            value={draft ?? search.valueOf(param) ?? ''}
            list={suggestions.length > 0 ? listId : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono text-xs"
            onChange={({ target: { value } }) => {
              setDraft(value);
              setTold(null);
              if (suggestions.includes(value)) apply(value);
            }}
            onBlur={() => draft !== null && apply(draft)}
          />
        )}
      </Field>
      <datalist id={listId}>
        {suggestions.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </form>
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

/** Spans up to now, and any other by its first and last day; all in the organization's zone. */
function Times({ filter, search }: FilterProps<TimeFilter>) {
  const zone = useTimeZone();
  const now = useNow();
  const [isCustom, setCustom] = useState(false);
  const { after, before } = spanOf(filter, search);
  const { after: afterParam, before: beforeParam } = filter;
  if (!afterParam) return <Days filter={filter} search={search} />;
  if (filter.isAhead) {
    return (
      <fieldset>
        <legend className="font-medium">{filter.label}</legend>
        <Days filter={filter} search={search} />
      </fieldset>
    );
  }
  const preset = after && !before ? presetAt(after, now, zone) : undefined;
  const isSet = after !== undefined || before !== undefined;
  const chosen = isCustom ? 'custom' : (preset ?? (isSet ? 'custom' : 'any'));
  const choose = (choice: DatePreset | 'any' | 'custom') => {
    setCustom(choice === 'custom');
    if (choice === 'custom') return;
    const start = choice === 'any' ? undefined : presetStart(choice, now, zone);
    search.change({ [afterParam]: start, [beforeParam]: undefined });
  };
  const options = [
    ['any', DATE_FILTER.anyTime],
    ...DATE_PRESETS.map((value) => [value, DATES.presets[value]] as const),
    ['custom', DATE_FILTER.custom],
  ] as const;
  return (
    <fieldset className="flex flex-col">
      <legend className="pb-1 font-medium">{filter.label}</legend>
      {options.map(([value, label]) => (
        <Option
          key={value}
          type="radio"
          name={afterParam}
          className={OPTION}
          checked={chosen === value}
          onChange={() => choose(value)}
        >
          {label}
        </Option>
      ))}
      {chosen === 'custom' && <Days filter={filter} search={search} />}
    </fieldset>
  );
}

/** The first and the last day of a span. */
function Days({ filter, search }: FilterProps<TimeFilter>) {
  const zone = useTimeZone();
  const { after, before } = spanOf(filter, search);
  const { after: afterParam, before: beforeParam, label } = filter;
  const first = after ? dayOf(after, zone) : '';
  const last = before ? dayOf(new Date(Date.parse(before) - 1).toISOString(), zone) : '';
  return (
    <div className="flex flex-col gap-2 pt-1">
      {afterParam && (
        <DayField
          label={DATE_FILTER.from}
          day={first}
          onChange={(day) => search.change({ [afterParam]: day ? dayStart(day, zone) : undefined })}
        />
      )}
      <DayField
        label={afterParam ? DATE_FILTER.to : DATE_FILTER.through(label)}
        help={DATE_FILTER.zone(zone)}
        day={last}
        onChange={(day) => search.change({ [beforeParam]: day ? dayEnd(day, zone) : undefined })}
      />
    </div>
  );
}

/** A day that is applied once it is one; what is typed and is none stays, and is told of when the field is left. */
function DayField({
  label,
  help,
  day,
  onChange,
}: {
  label: string;
  help?: string;
  /** Empty for none. */
  day: string;
  onChange: (day: string) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  return (
    <Field
      label={label}
      help={help}
      optional="unmarked"
      error={isLeft && draft ? UI.noDate : undefined}
    >
      {(aria) => (
        <DateInput
          {...aria}
          value={draft ?? day}
          onFocus={() => setLeft(false)}
          onBlur={() => setLeft(true)}
          onChange={(text) => {
            const isDone = text === '' || isDay(text);
            setDraft(isDone ? null : text);
            if (isDone) onChange(text);
          }}
        />
      )}
    </Field>
  );
}
