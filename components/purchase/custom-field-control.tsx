'use client';

import { useId } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { dateBounds } from '@/components/form/date-bounds';
import { SelectField, TextareaField, TextField } from '@/components/form/fields';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { LARGE, LARGE_SELECT } from '@/components/purchase/control-classes';
import type { Answers, Asked } from '@/components/purchase/custom-field-answers';
import { CHOOSE } from '@/components/purchase/texts';
import { FieldError } from '@/components/ui/field';
import { Option } from '@/components/ui/input';
import { labelOf } from '@/lib/resources/custom-fields/rules';

/** A question of the seller, with the control of its type. */
export function CustomFieldControl<V extends FieldValues & { custom_field_data: Answers }>({
  form,
  attached: { custom_field: field, required },
}: {
  form: ContractForm<V>;
  attached: Asked;
}) {
  const { form_help_text: help, form_placeholder: placeholder } = field.properties;
  const shared = {
    form,
    name: `custom_field_data.${field.slug}` as FieldPath<V>,
    label: labelOf(field),
    ...(help ? { help } : {}),
  };
  const text = { ...shared, optional: !required, ...(placeholder ? { placeholder } : {}) };
  switch (field.type) {
    case 'checkbox':
      return <CheckboxField {...shared} required={required} />;
    case 'select':
      return (
        <SelectField
          {...shared}
          optional={!required}
          className={LARGE_SELECT}
          options={field.properties.options}
          emptyLabel={placeholder ?? CHOOSE}
        />
      );
    case 'number':
      return <TextField {...text} className={LARGE} inputMode="numeric" autoComplete="off" />;
    case 'date':
      return (
        <TextField
          {...text}
          {...dateBounds(field.properties)}
          className={LARGE}
          type="date"
          autoComplete="off"
        />
      );
    case 'text':
      return field.properties.textarea ? (
        <TextareaField {...text} className="px-3! text-base!" />
      ) : (
        <TextField {...text} className={LARGE} autoComplete="off" />
      );
  }
}

/** Yes or no, in the size of the buyer's pages. */
export function CheckboxField<V extends FieldValues>({
  form,
  name,
  label,
  help,
  required,
}: {
  form: ContractForm<V>;
  name: FieldPath<V>;
  label: string;
  help?: string | undefined;
  required: boolean;
}) {
  const { field, error } = useField(form, name);
  const id = useId();
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1">
      <Option
        ref={field.ref}
        name={name}
        className="py-0! [&>input]:mt-1! coarse:[&>input]:mt-0!"
        checked={field.value === true}
        onChange={({ target }) => field.onChange(target.checked)}
        onBlur={field.onBlur}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      >
        <span className="wrap-anywhere">{label}</span>
      </Option>
      {error && (
        <div className="pl-6.5">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
      {help && (
        <p id={`${id}-help`} className="pl-6.5 text-xs text-muted">
          {help}
        </p>
      )}
    </div>
  );
}
