import type { FieldValues } from 'react-hook-form';
import { FORM } from '@/components/customers/texts';
import { bodyProblem, type Problem } from '@/lib/contract/errors';
import type { Metadata } from '@/lib/contract/fields';
import type { Customer } from '@/lib/resources/customers/schema';
import { checkTaxId, parseTaxId } from '@/lib/resources/customers/tax-id';

type Address = NonNullable<Customer['billing_address']>;
type TaxId = NonNullable<Customer['tax_id']>;

/** The values of the form of a customer, new or existing. */
export interface CustomerValues extends FieldValues {
  email: string;
  name: string | null;
  billing_address: Omit<Address, 'country'> & { country: string | null };
  /** As typed; its type follows from the country. */
  tax_id: string | null;
  metadata: Metadata;
}

const NO_ADDRESS: CustomerValues['billing_address'] = {
  line1: null,
  line2: null,
  postal_code: null,
  city: null,
  state: null,
  country: null,
};

export const EMPTY: CustomerValues = {
  email: '',
  name: null,
  billing_address: NO_ADDRESS,
  tax_id: null,
  metadata: {},
};

export function valuesOf({ email, name, billing_address, tax_id, metadata }: Customer) {
  return {
    email,
    name,
    billing_address: billing_address ?? NO_ADDRESS,
    tax_id: tax_id?.[0] ?? null,
    metadata,
  } satisfies CustomerValues;
}

/** The body of a creation or update; `stored` is the tax id that the customer has. */
export function bodyOf(values: CustomerValues, stored: Customer['tax_id'] = null) {
  const { email, name, billing_address, metadata } = values;
  const { country, ...lines } = billing_address;
  return {
    email,
    name,
    billing_address: country ? { ...lines, country } : null,
    tax_id: taxIdOf(values, stored),
    metadata,
  };
}

/** What the contract's schema does not check: address and tax id need a country. */
export function problemsOf(
  values: CustomerValues,
  stored: Customer['tax_id'] = null,
): readonly Problem[] {
  const { country, ...lines } = values.billing_address;
  const problems: Problem[] = [];
  if (!country && Object.values(lines).some(Boolean)) {
    problems.push(bodyProblem(['billing_address', 'country'], FORM.chooseCountry));
  }
  if (values.tax_id !== null && !taxIdOf(values, stored)) {
    problems.push(bodyProblem('tax_id', country ? FORM.wrongTaxId : FORM.countryForTaxId));
  }
  return problems;
}

/**
 * The typed tax id with its type; null where there is none, or it has the form of none. One that is stored
 * keeps its type as long as it still has its form, whatever the country.
 */
function taxIdOf(
  { tax_id: typed, billing_address: { country } }: CustomerValues,
  stored: Customer['tax_id'],
): TaxId | null {
  if (typed === null || typed.trim() === '') return null;
  const kept = stored && checkTaxId(typed, stored[1]);
  if (kept && kept.value === stored[0]) return stored;
  const found = parseTaxId(country, typed);
  return found && [found.value, found.type];
}
