import { ads } from '@/components/benefit-types/seller/ads';
import type { BenefitValues } from '@/components/benefit-types/seller/benefit-values';
import { custom } from '@/components/benefit-types/seller/custom';
import { discord } from '@/components/benefit-types/seller/discord';
import { downloadables } from '@/components/benefit-types/seller/downloadables';
import { gitHubRepository } from '@/components/benefit-types/seller/github-repository';
import { licenseKeys } from '@/components/benefit-types/seller/license-keys';
import type { SellerType } from '@/components/benefit-types/seller/seller-type';
import type { BenefitType } from '@/lib/resources/benefits/schema';

/** In the order in which sellers need them. */
export const SELLER_TYPES: { readonly [Type in BenefitType]: SellerType<Type> } = {
  license_keys: licenseKeys,
  downloadables,
  custom,
  github_repository: gitHubRepository,
  discord,
  ads,
};

/** What the pages of benefits have for a benefit's type. */
export function sellerTypeOf({ type }: { type: BenefitType }): SellerType {
  return SELLER_TYPES[type];
}

/** The properties of every type in the form of a new benefit. */
export const NO_PROPERTIES: BenefitValues['properties'] = {
  ...licenseKeys.values,
  ...downloadables.values,
  ...custom.values,
  ...gitHubRepository.values,
  ...discord.values,
  ...ads.values,
};
