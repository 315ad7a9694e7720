'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import type { FieldPath, FieldValues, PathValue } from 'react-hook-form';
import { type RadioOption, Radios } from '@/components/form/radios';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { withScheme } from '@/components/form/web-address';
import { Field, FieldError } from '@/components/ui/field';
import { Input, Option, Select, Textarea } from '@/components/ui/input';

export interface FieldProps<V extends FieldValues> {
  form: ContractForm<V>;
  /** The place in the body: `name`, `prices.0.price_amount`. */
  name: FieldPath<V>;
  label: ReactNode;
  help?: ReactNode;
  aside?: ReactNode;
  optional?: boolean | 'unmarked';
}

type Given<Element extends 'input' | 'textarea' | 'select'> = Omit<
  ComponentProps<Element>,
  'name' | 'form' | 'defaultValue' | 'value'
>;

/** A value as the text of its control. */
export function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

/** One line of text. Empty and optional it is sent as `null`. */
export function TextField<V extends FieldValues>({
  form,
  name,
  label,
  help,
  aside,
  optional = false,
  onChange,
  ...rest
}: FieldProps<V> & Given<'input'>) {
  const { field, error } = useField(form, name, { label, isTyped: true });
  const isAddress = rest.type === 'url' || rest.inputMode === 'url';
  const complete = ({ value }: HTMLInputElement) => {
    const completed = withScheme(value);
    if (!isAddress || completed === value) return;
    // `field.onChange` would validate it at once, and take a button from under the pointer that presses it.
    form.setValue(name, completed as PathValue<V, FieldPath<V>>, { shouldDirty: true });
  };
  return (
    <Field label={label} help={help} aside={aside} optional={optional} error={error}>
      {(aria) => (
        <Input
          {...rest}
          {...aria}
          ref={field.ref}
          name={name}
          value={textOf(field.value)}
          onBlur={({ currentTarget }) => {
            complete(currentTarget);
            field.onBlur();
          }}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') complete(currentTarget);
          }}
          onChange={(event) => {
            const { value } = event.target;
            field.onChange(value === '' && optional ? null : value);
            onChange?.(event);
          }}
        />
      )}
    </Field>
  );
}

/** Several lines. Empty and optional it is sent as `null`. */
export function TextareaField<V extends FieldValues>({
  form,
  name,
  label,
  help,
  aside,
  optional = false,
  ...rest
}: FieldProps<V> & Given<'textarea'>) {
  const { field, error } = useField(form, name, { label, isTyped: true });
  return (
    <Field label={label} help={help} aside={aside} optional={optional} error={error}>
      {(aria) => (
        <Textarea
          {...rest}
          {...aria}
          ref={field.ref}
          name={name}
          value={textOf(field.value)}
          onBlur={field.onBlur}
          onChange={({ target }) =>
            field.onChange(target.value === '' && optional ? null : target.value)
          }
        />
      )}
    </Field>
  );
}

/** A select. With `emptyLabel` it has an empty option, sent as `null`. */
export function SelectField<V extends FieldValues>({
  form,
  name,
  label,
  help,
  aside,
  optional = false,
  options,
  emptyLabel,
  onChange,
  ...rest
}: FieldProps<V> &
  Given<'select'> & { options: readonly { value: string; label: string }[]; emptyLabel?: string }) {
  const { field, error } = useField(form, name, {
    label,
    show: (value) => options.find((option) => option.value === value)?.label ?? emptyLabel,
  });
  return (
    <Field label={label} help={help} aside={aside} optional={optional} error={error}>
      {(aria) => (
        <Select
          {...rest}
          {...aria}
          ref={field.ref}
          name={name}
          value={textOf(field.value)}
          onBlur={field.onBlur}
          onChange={(event) => {
            const { value } = event.target;
            field.onChange(value === '' ? null : value);
            onChange?.(event);
          }}
        >
          {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
          {options.map((option) => (
            // Names of countries and zones come from Unicode data, whose version the browser's may be another one.
            <option key={option.value} value={option.value} suppressHydrationWarning>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Yes or no. */
export function CheckboxField<V extends FieldValues>({ form, name, label, help }: FieldProps<V>) {
  const { field, error } = useField(form, name, { label });
  const id = useId();
  const described = [error ? `${id}-error` : '', help ? `${id}-help` : ''].filter(Boolean);
  return (
    <div className="flex flex-col gap-1">
      <Option
        ref={field.ref}
        name={name}
        checked={field.value === true}
        aria-invalid={error ? true : undefined}
        aria-describedby={described.join(' ') || undefined}
        onBlur={field.onBlur}
        onChange={({ target }) => field.onChange(target.checked)}
      >
        {label}
      </Option>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {help && (
        <p id={`${id}-help`} className="-mt-2.5 pl-6 text-xs text-muted coarse:-mt-3">
          {help}
        </p>
      )}
    </div>
  );
}

/** One of a few choices, all of them in sight. */
export function RadiosField<V extends FieldValues, T extends string>({
  form,
  name,
  label,
  options,
}: Pick<FieldProps<V>, 'form' | 'name' | 'label'> & { options: readonly RadioOption<T>[] }) {
  const { field, error } = useField(form, name, {
    label,
    show: (value) => options.find((option) => option.value === value)?.label,
  });
  return (
    <Radios
      label={label}
      value={(field.value ?? null) as T | null}
      options={options}
      error={error}
      onChange={field.onChange}
    />
  );
}
