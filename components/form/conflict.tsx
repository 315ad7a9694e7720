'use client';

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { type FieldPath, type FieldPathValue, type FieldValues, useWatch } from 'react-hook-form';
import { conflict as texts } from '@/components/form/dashboard-texts';
import { isEqual } from '@/components/form/rebase';
import { numbers } from '@/components/form/texts';
import type { ContractForm, FieldDescription } from '@/components/form/use-contract-form';
import { Button } from '@/components/ui/button';
import { Option } from '@/components/ui/input';
import { formatList } from '@/lib/contract/formats';

/** A field that somebody else has changed to another value than the form holds. */
interface ConflictingField {
  name: string;
  label: ReactNode;
  mine: unknown;
  theirs: unknown;
  show: (value: unknown) => ReactNode;
}

/** What a form holds that somebody else has changed since it was opened. */
export interface Conflict {
  fields: readonly ConflictingField[];
  /** The names of fields that the form took over, since only the other one has changed them. */
  adopted: readonly string[];
}

/** The choice between both versions of each field; the form holds the chosen one. */
export function ConflictPanel<V extends FieldValues>({
  form,
  conflict: { fields, adopted },
}: {
  form: ContractForm<V>;
  conflict: Conflict;
}) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const choose = (version: 'mine' | 'theirs') => {
    for (const field of fields) chooseValue(form, field.name, field[version]);
  };
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-3 border-l-2 border-warn bg-warn-fill px-4 py-3"
    >
      <h2 id={id} ref={heading} tabIndex={-1} className="font-semibold text-warn outline-none">
        {texts.title}
      </h2>
      <p>{texts.text}</p>
      <div className="flex flex-col divide-y divide-line border-y border-line">
        {fields.map((field) => (
          <Choice key={field.name} form={form} field={field} />
        ))}
      </div>
      {fields.length > 1 && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => choose('mine')}>
            {texts.keepAll}
          </Button>
          <Button size="small" onClick={() => choose('theirs')}>
            {texts.useAll}
          </Button>
        </div>
      )}
      {adopted.length > 0 && <p className="text-muted">{texts.alsoChanged(formatList(adopted))}</p>}
    </section>
  );
}

function Choice<V extends FieldValues>({
  form,
  field: { name, label, mine, theirs, show },
}: {
  form: ContractForm<V>;
  field: ConflictingField;
}) {
  const group = useId();
  const value: unknown = useWatch({ control: form.control, name: name as FieldPath<V> });
  const version = (words: string, its: unknown) => (
    <Option
      type="radio"
      name={group}
      checked={isEqual(value, its)}
      onChange={() => chooseValue(form, name, its)}
    >
      {words} <span className="block wrap-anywhere text-muted">{show(its)}</span>
    </Option>
  );
  return (
    <fieldset className="min-w-0 py-2">
      <legend className="float-left mb-1 w-full font-medium">{label}</legend>
      <div className="clear-both grid gap-x-6 sm:grid-cols-2">
        {version(texts.keepYours, mine)}
        {version(texts.useTheirs, theirs)}
      </div>
    </fieldset>
  );
}

function chooseValue<V extends FieldValues>(form: ContractForm<V>, name: string, value: unknown) {
  form.setValue(name as FieldPath<V>, structuredClone(value) as FieldPathValue<V, FieldPath<V>>, {
    shouldDirty: true,
    shouldValidate: true,
  });
}

/** Compares both versions of the values that differ, for the fields as they are mounted. */
export function conflictOf(
  mine: object,
  theirs: object,
  adopted: readonly string[],
  mounted: ReadonlyMap<string, FieldDescription>,
): Conflict {
  const both = { mine: mine as Record<string, unknown>, theirs: theirs as Record<string, unknown> };
  return {
    fields: Object.keys(mine).map((name) => ({
      ...describe(name, mounted),
      name,
      mine: both.mine[name],
      theirs: both.theirs[name],
    })),
    adopted: adopted.map((name) => nameOf(name, mounted)),
  };
}

/** The plain name of a field, for a sentence. */
export function nameOf(name: string, mounted: ReadonlyMap<string, FieldDescription>): string {
  const { label } = describe(name, mounted);
  return typeof label === 'string' ? label : plainName(name);
}

/** A field, or an object of the API whose parts are fields: `legal_address`. */
function describe(name: string, mounted: ReadonlyMap<string, FieldDescription>) {
  const own = mounted.get(name);
  if (own) return { label: own.label ?? plainName(name), show: own.show ?? plainValue };
  const parts = [...mounted].filter(([path]) => path.startsWith(`${name}.`));
  const [only, ...others] = parts;
  if (only && others.length === 0) {
    const [path, { label = plainName(name), show = plainValue }] = only;
    return { label, show: (value: unknown) => show(partOf(value, path.slice(name.length + 1))) };
  }
  return { label: plainName(name), show: plainValue };
}

function partOf(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | null)?.[key], value);
}

/** `legal_address` as "Legal address". */
function plainName(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function plainValue(value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return numbers.empty;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (Array.isArray(value))
    return value.length === 0 ? numbers.empty : listOf(value.map(plainValue));
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).filter(([, part]) => part !== null && part !== '');
  if (parts.length === 0) return numbers.empty;
  return listOf(
    parts.map(([key, part]) => (
      <>
        {key}: {plainValue(part)}
      </>
    )),
  );
}

function listOf(items: readonly ReactNode[]): ReactNode {
  return items.map((item, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items have no other identity, and do not move
    <span key={place} className="block">
      {item}
    </span>
  ));
}
