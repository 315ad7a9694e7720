'use client';

import type { FieldValues } from 'react-hook-form';
import { metadata } from '@/components/form/dashboard-texts';
import type { FieldProps } from '@/components/form/fields';
import { useField } from '@/components/form/use-field';
import { FieldError } from '@/components/ui/field';
import { MetadataFields } from '@/components/ui/metadata';
import type { Metadata } from '@/lib/contract/fields';

/** Metadata as rows of key and value. */
export function MetadataField<V extends FieldValues>({
  form,
  name,
  label = metadata.label,
  help = metadata.help,
}: Pick<FieldProps<V>, 'form' | 'name' | 'help'> & Partial<Pick<FieldProps<V>, 'label'>>) {
  const { field, error } = useField(form, name, { label });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">
        {label} <span className="font-normal text-muted">(optional)</span>
      </legend>
      {help && <p className="text-xs text-muted">{help}</p>}
      <MetadataFields value={(field.value ?? {}) as Metadata} onChange={field.onChange} />
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
