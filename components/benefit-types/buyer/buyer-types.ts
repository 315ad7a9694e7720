import { ads } from '@/components/benefit-types/buyer/ads';
import type { BuyerType } from '@/components/benefit-types/buyer/buyer-type';
import { custom } from '@/components/benefit-types/buyer/custom';
import { discord } from '@/components/benefit-types/buyer/discord';
import { downloadables } from '@/components/benefit-types/buyer/downloadables';
import { gitHubRepository } from '@/components/benefit-types/buyer/github-repository';
import { licenseKeys } from '@/components/benefit-types/buyer/license-keys';
import type { BenefitType } from '@/lib/resources/benefits/schema';

const TYPES: { readonly [Type in BenefitType]: BuyerType<Type> } = {
  custom,
  ads,
  discord,
  github_repository: gitHubRepository,
  downloadables,
  license_keys: licenseKeys,
};

/** What buyers see of a benefit's type. */
export function buyerTypeOf({ type }: { type: BenefitType }): BuyerType {
  return TYPES[type];
}

/** The types of which pages hand out one of these. */
export function typesGiving(...what: BuyerType['gives'][]): BenefitType[] {
  const types = Object.keys(TYPES) as BenefitType[];
  return types.filter((type) => what.includes(TYPES[type].gives));
}

/** Whether each grant of a benefit has a license key. */
export function givesKey(benefit: { type: BenefitType }): boolean {
  return buyerTypeOf(benefit).gives === 'key';
}
