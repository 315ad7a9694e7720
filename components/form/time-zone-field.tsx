import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { SelectField } from '@/components/form/fields';
import { timeZone } from '@/components/form/texts';
import { useBrowserZone } from '@/components/ui/time';
import { timeZones } from '@/lib/contract/formats';

/**
 * Selects a time zone. `zone` is the stored one, which the browser may not list; others are there once hydration ends,
 * because the server knows other ones than the browser.
 */
export function TimeZoneField<V extends FieldValues>({
  zone,
  ...place
}: Pick<ComponentProps<typeof SelectField<V>>, 'form' | 'name'> & { zone: string }) {
  const isHydrated = useBrowserZone() !== null;
  const names = new Set([zone, 'UTC', ...(isHydrated ? timeZones() : [])]);
  return (
    <SelectField
      {...place}
      label={timeZone.label}
      help={timeZone.help}
      options={[...names].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
    />
  );
}
