import type { Address } from '@/lib/contract/fields';

const COUNTRIES = new Intl.DisplayNames('en-US', { type: 'region' });

/** "Germany" for `DE`. */
export function countryName(code: string): string {
  try {
    return COUNTRIES.of(code) ?? code;
  } catch {
    return code;
  }
}

/** A postal address, one line each. */
export function AddressLines({ address }: { address: Address }) {
  const { line1, line2, postal_code, city, state, country } = address;
  const lines = [
    line1,
    line2,
    [city, state, postal_code].filter(Boolean).join(', '),
    countryName(country),
  ].filter(Boolean);
  return (
    <span className="flex flex-col">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}
