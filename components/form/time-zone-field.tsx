import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { SelectField } from '@/components/form/fields';

/** Selects a time zone. `zone` is the stored one, which the browser may not list. */
export function TimeZoneField<V extends FieldValues>({
  zone,
  ...place
}: Pick<ComponentProps<typeof SelectField<V>>, 'form' | 'name'> & { zone: string }) {
  const names = new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return (
    <SelectField
      {...place}
      label="Time zone"
      help="Days begin here in lists and receipts."
      options={[...names].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
    />
  );
}
