import { ads } from '@/components/benefit-types/look/ads';
import { custom } from '@/components/benefit-types/look/custom';
import { discord } from '@/components/benefit-types/look/discord';
import { downloadables } from '@/components/benefit-types/look/downloadables';
import { gitHubRepository } from '@/components/benefit-types/look/github-repository';
import { licenseKeys } from '@/components/benefit-types/look/license-keys';
import type { Look } from '@/components/benefit-types/look/look';
import type { Benefit, BenefitType } from '@/lib/resources/benefits/schema';
import type { Platform } from '@/lib/resources/linked-accounts/schema';

/** In the order in which sellers need them. */
export const LOOKS: { readonly [Type in BenefitType]: Look<Type> } = {
  license_keys: licenseKeys,
  downloadables,
  custom,
  github_repository: gitHubRepository,
  discord,
  ads,
};

/** What sellers see of a benefit's type. */
export function lookOf({ type }: { type: BenefitType }): Look {
  return LOOKS[type];
}

/** The types whose benefits need a connection with a platform. */
export function typesOn(platform: Platform): BenefitType[] {
  const types = Object.keys(LOOKS) as BenefitType[];
  return types.filter((type) => LOOKS[type].connection?.platform === platform);
}

/** What a benefit names of a connection, as {@link Look.connection} says; undefined where it needs none. */
export function connectionNamedBy(benefit: Benefit): string | undefined {
  return lookOf(benefit).connection?.nameOf(benefit.properties);
}
