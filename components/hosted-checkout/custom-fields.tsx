'use client';

import { useId } from 'react';
import { dateBounds } from '@/components/form/date-bounds';
import { LARGE, LARGE_SELECT } from '@/components/hosted-checkout/control-classes';
import { Field, FieldError } from '@/components/ui/field';
import { Input, Option, Select, Textarea } from '@/components/ui/input';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

type Attached = CheckoutPublic['attached_custom_fields'][number];

interface CustomFieldProps {
  attached: Attached;
  value: string | boolean | undefined;
  problem: string | undefined;
  onChange: (value: string | boolean) => void;
  onBlur: () => void;
}

/** A question of the seller, with the control of its type. */
export function CustomFieldControl({
  attached,
  value,
  problem,
  onChange,
  onBlur,
}: CustomFieldProps) {
  const { custom_field: field, required } = attached;
  const { form_label, form_help_text: help, form_placeholder: placeholder } = field.properties;
  const label = form_label ?? field.name;
  const text = typeof value === 'string' ? value : '';
  if (field.type === 'checkbox') {
    return (
      <CheckboxField
        label={label}
        help={help}
        required={required}
        checked={value === true}
        problem={problem}
        onChange={onChange}
        onBlur={onBlur}
      />
    );
  }
  const given = {
    name: `custom_field_data.${field.slug}`,
    value: text,
    onBlur,
    ...(placeholder ? { placeholder } : {}),
  };
  const type = (target: { value: string }) => onChange(target.value);
  return (
    <Field label={label} help={help} optional={!required} error={problem}>
      {(aria) => {
        if (field.type === 'select') {
          return (
            <Select
              {...aria}
              {...given}
              className={LARGE_SELECT}
              onChange={({ target }) => type(target)}
            >
              <option value="">{placeholder ?? 'Choose'}</option>
              {field.properties.options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </Select>
          );
        }
        if (field.type === 'text' && field.properties.textarea) {
          return (
            <Textarea
              {...aria}
              {...given}
              className="px-3! text-base!"
              onChange={({ target }) => type(target)}
            />
          );
        }
        return (
          <Input
            {...aria}
            {...given}
            {...(field.type === 'number' ? { inputMode: 'numeric' } : {})}
            {...(field.type === 'date' ? { type: 'date', ...dateBounds(field.properties) } : {})}
            className={LARGE}
            autoComplete="off"
            onChange={({ target }) => type(target)}
          />
        );
      }}
    </Field>
  );
}

interface CheckboxFieldProps {
  label: string;
  help?: string | undefined;
  required: boolean;
  checked: boolean;
  problem?: string | undefined;
  onChange: (checked: boolean) => void;
  onBlur?: () => void;
}

export function CheckboxField(props: CheckboxFieldProps) {
  const { label, help, required, checked, problem, onChange, onBlur } = props;
  const id = useId();
  const described = [problem && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1">
      <Option
        className="py-0! [&>input]:mt-1! coarse:[&>input]:mt-0!"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        onBlur={onBlur}
        aria-required={required || undefined}
        aria-invalid={problem ? true : undefined}
        aria-describedby={described || undefined}
      >
        <span className="wrap-anywhere">{label}</span>
      </Option>
      {problem && (
        <div className="pl-6.5">
          <FieldError id={`${id}-error`}>{problem}</FieldError>
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
