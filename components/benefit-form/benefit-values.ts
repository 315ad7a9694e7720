import type { BenefitValues } from '@/components/benefit-types/seller/benefit-values';
import { NO_PROPERTIES, sellerTypeOf } from '@/components/benefit-types/seller/seller-types';
import type { Problem } from '@/lib/contract/errors';
import type { Benefit } from '@/lib/resources/benefits/schema';

export const NEW_BENEFIT: BenefitValues = {
  type: 'license_keys',
  description: '',
  properties: NO_PROPERTIES,
};

export function valuesOf(benefit: Benefit): BenefitValues {
  const { type, description, properties } = benefit;
  const stored = Object.entries(properties).filter(([, value]) => value !== null);
  const missing = sellerTypeOf(benefit).missing?.(benefit);
  const known = { ...NO_PROPERTIES, ...missing, ...Object.fromEntries(stored) };
  return { type, description, properties: known as BenefitValues['properties'] };
}

/** What the form asks for beside the contract. */
export function checkBenefit({ type, properties }: BenefitValues): Problem[] {
  return sellerTypeOf({ type }).check?.(properties) ?? [];
}

/** The properties of the type, as the operations take them. */
export function propertiesOf({ type, properties }: BenefitValues): object {
  return sellerTypeOf({ type }).propertiesOf(properties);
}
