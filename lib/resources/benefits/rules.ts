import type { BenefitType } from '@/lib/resources/benefits/schema';
import * as ads from '@/lib/resources/benefits/types/ads';
import * as custom from '@/lib/resources/benefits/types/custom';
import * as discord from '@/lib/resources/benefits/types/discord';
import * as downloadables from '@/lib/resources/benefits/types/downloadables';
import * as gitHubRepository from '@/lib/resources/benefits/types/github-repository';
import * as licenseKeys from '@/lib/resources/benefits/types/license-keys';
import type { TypeRules } from '@/lib/resources/benefits/types/type-rules';
import type { Platform } from '@/lib/resources/linked-accounts/schema';

const RULES: Record<BenefitType, TypeRules> = {
  [custom.TYPE]: custom.rules,
  [ads.TYPE]: ads.rules,
  [discord.TYPE]: discord.rules,
  [gitHubRepository.TYPE]: gitHubRepository.rules,
  [downloadables.TYPE]: downloadables.rules,
  [licenseKeys.TYPE]: licenseKeys.rules,
};

/** What the type of a benefit decides. */
export function rulesOf({ type }: { type: BenefitType }): TypeRules {
  return RULES[type];
}

/** The types whose rules have something. */
export function typesWith(part: keyof TypeRules): BenefitType[] {
  return (Object.keys(RULES) as BenefitType[]).filter((type) => RULES[type][part] !== undefined);
}

/** The platform on which the grants of a benefit have their effect; null for none. */
export function platformOf(benefit: { type: BenefitType }): Platform | null {
  return rulesOf(benefit).outside?.platform ?? null;
}
