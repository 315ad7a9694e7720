import type { FieldValues } from 'react-hook-form';
import { BILLING } from '@/components/purchase/texts';
import { bodyProblem, type Problem } from '@/lib/contract/errors';
import { checkTaxId, parseTaxId } from '@/lib/contract/tax-id';
import type { Customer } from '@/lib/resources/customers/schema';

type Address = NonNullable<Customer['billing_address']>;
type TaxId = NonNullable<Customer['tax_id']>;

/** The values of address and tax id in a form of a customer. */
export interface BillingValues extends FieldValues {
  billing_address: Omit<Address, 'country'> & { country: string | null };
  /** As typed; its type follows from the country. */
  tax_id: string | null;
}

export const NO_ADDRESS: BillingValues['billing_address'] = {
  line1: null,
  line2: null,
  postal_code: null,
  city: null,
  state: null,
  country: null,
};

export function billingValuesOf({ billing_address, tax_id }: Pick<Customer, keyof BillingBody>) {
  return {
    billing_address: billing_address ?? NO_ADDRESS,
    tax_id: tax_id?.[0] ?? null,
  } satisfies BillingValues;
}

interface BillingBody {
  billing_address: Address | null;
  tax_id: TaxId | null;
}

/** What is sent of them; `stored` is the tax id that the customer has. */
export function billingBodyOf(values: BillingValues, stored: Customer['tax_id']): BillingBody {
  const { country, ...lines } = values.billing_address;
  return {
    billing_address: country ? { ...lines, country } : null,
    tax_id: taxIdOf(values, stored),
  };
}

/** What the contract's schema does not check: address and tax id need a country. */
export function billingProblemsOf(
  values: BillingValues,
  stored: Customer['tax_id'] = null,
): readonly Problem[] {
  const { country, ...lines } = values.billing_address;
  const problems: Problem[] = [];
  if (!country && Object.values(lines).some(Boolean)) {
    problems.push(bodyProblem(['billing_address', 'country'], BILLING.chooseCountry));
  }
  if (values.tax_id !== null && !taxIdOf(values, stored)) {
    problems.push(bodyProblem('tax_id', country ? BILLING.wrongTaxId : BILLING.countryForTaxId));
  }
  return problems;
}

/**
 * The typed tax id with its type; null where there is none, or it has the form of none. One that is stored
 * keeps its type as long as it still has its form, whatever the country.
 */
function taxIdOf(
  { tax_id: typed, billing_address: { country } }: BillingValues,
  stored: Customer['tax_id'],
): TaxId | null {
  if (typed === null || typed.trim() === '') return null;
  const kept = stored && checkTaxId(typed, stored[1]);
  if (kept && kept.value === stored[0]) return stored;
  const found = parseTaxId(country, typed);
  return found && [found.value, found.type];
}
