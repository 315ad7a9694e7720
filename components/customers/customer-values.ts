import {
  type BillingValues,
  billingBodyOf,
  billingValuesOf,
  NO_ADDRESS,
} from '@/components/purchase/billing-values';
import type { Metadata } from '@/lib/contract/fields';
import type { Customer } from '@/lib/resources/customers/schema';

/** The values of the form of a customer, new or existing. */
export interface CustomerValues extends BillingValues {
  email: string;
  name: string | null;
  metadata: Metadata;
}

export const EMPTY: CustomerValues = {
  email: '',
  name: null,
  billing_address: NO_ADDRESS,
  tax_id: null,
  metadata: {},
};

export function valuesOf({ email, name, metadata, ...billing }: Customer) {
  return { email, name, metadata, ...billingValuesOf(billing) } satisfies CustomerValues;
}

/** The body of a creation or update; `stored` is the tax id that the customer has. */
export function bodyOf(values: CustomerValues, stored: Customer['tax_id'] = null) {
  const { email, name, metadata } = values;
  return { email, name, metadata, ...billingBodyOf(values, stored) };
}
