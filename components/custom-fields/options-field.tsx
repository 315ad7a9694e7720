'use client';

import { Plus, X } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import type { CustomFieldValues } from '@/components/custom-fields/custom-field-values';
import { CUSTOM_FIELD } from '@/components/custom-fields/presentation';
import { slugOf } from '@/components/form/slug';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { Button, IconButton } from '@/components/ui/button';
import { FieldError, FieldGroup } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

type Form = ContractForm<CustomFieldValues>;

const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2rem] gap-2 coarse:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.75rem]';

/** The options of a choice, in their order: what buyers read, and what the API gets. */
export function OptionsField({ form }: { form: Form }) {
  const { error } = useField(form, 'properties.options', { label: CUSTOM_FIELD.labels.options });
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: 'properties.options',
  });
  return (
    <FieldGroup
      label={CUSTOM_FIELD.labels.options}
      help="Buyers see the label. The API gets the value."
      error={error}
    >
      <div aria-hidden className={`${COLUMNS} text-xs text-muted`}>
        <span>Label</span>
        <span>Value</span>
      </div>
      {fields.map(({ id }, index) => (
        <OptionRow
          key={id}
          form={form}
          index={index}
          onRemove={fields.length > 1 ? () => remove(index) : null}
        />
      ))}
      <div>
        <Button size="small" icon={Plus} onClick={() => append({ value: '', label: '' })}>
          Add option
        </Button>
      </div>
    </FieldGroup>
  );
}

function OptionRow({
  form,
  index,
  onRemove,
}: {
  form: Form;
  index: number;
  onRemove: (() => void) | null;
}) {
  const label = useField(form, `properties.options.${index}.label`);
  const value = useField(form, `properties.options.${index}.value`);
  const number = index + 1;
  const problem = label.error ?? value.error;
  return (
    <div className="flex flex-col gap-1">
      <div className={COLUMNS}>
        <Input
          ref={label.field.ref}
          name={label.field.name}
          aria-label={`Label of option ${number}`}
          aria-invalid={label.error ? true : undefined}
          aria-required
          autoComplete="off"
          value={label.field.value}
          onBlur={label.field.onBlur}
          onChange={({ target }) => {
            // The value follows the label until it is another one.
            if (value.field.value === slugOf(label.field.value)) {
              value.field.onChange(slugOf(target.value));
            }
            label.field.onChange(target.value);
          }}
        />
        <Input
          ref={value.field.ref}
          name={value.field.name}
          aria-label={`Value of option ${number}`}
          aria-invalid={value.error ? true : undefined}
          aria-required
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-xs"
          value={value.field.value}
          onBlur={value.field.onBlur}
          onChange={({ target }) => value.field.onChange(target.value)}
        />
        {onRemove && <IconButton label={`Remove option ${number}`} icon={X} onClick={onRemove} />}
      </div>
      {problem && <FieldError>{problem}</FieldError>}
    </div>
  );
}
