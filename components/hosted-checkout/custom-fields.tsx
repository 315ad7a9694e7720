'use client';

import { useId } from 'react';
import { dateBounds } from '@/components/form/date-bounds';
import { SelectField, TextareaField, TextField } from '@/components/form/fields';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { LARGE, LARGE_SELECT } from '@/components/hosted-checkout/control-classes';
import type { CheckoutValues } from '@/components/hosted-checkout/form-values';
import { CHOOSE } from '@/components/hosted-checkout/texts';
import { FieldError } from '@/components/ui/field';
import { Option } from '@/components/ui/input';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

/** A question of the seller, with the control of its type. */
export function CustomFieldControl({
  form,
  attached: { custom_field: field, required },
}: {
  form: ContractForm<CheckoutValues>;
  attached: CheckoutPublic['attached_custom_fields'][number];
}) {
  const { form_label, form_help_text: help, form_placeholder: placeholder } = field.properties;
  const shared = {
    form,
    name: `custom_field_data.${field.slug}`,
    label: form_label ?? field.name,
    ...(help ? { help } : {}),
  } as const;
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
export function CheckboxField({
  form,
  name,
  label,
  help,
  required,
}: {
  form: ContractForm<CheckoutValues>;
  name: 'is_company' | `custom_field_data.${string}`;
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
