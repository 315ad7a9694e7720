import type { Customer } from '@/lib/resources/customers/schema';

/** "DE123456789 (EU VAT)" */
export function taxIdLabel([value, type]: NonNullable<Customer['tax_id']>): string {
  return `${value} (${type.replaceAll('_', ' ').toUpperCase()})`;
}
