import type { Address } from '@/lib/contract/fields';
import { regionName } from '@/lib/contract/formats';

/** "Germany" for `DE`. */
export function countryName(code: string): string {
  return regionName(code) ?? code;
}

/** The lines of a postal address, the last one its country. */
export function addressLines(address: Address): string[] {
  const { line1, line2, postal_code, city, state, country } = address;
  return [
    line1,
    line2,
    // As on an envelope: "Portland, OR 97214".
    [city, [state, postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    countryName(country),
  ].flatMap((line) => line || []);
}
