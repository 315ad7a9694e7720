import type { CustomerBenefitGrant } from '@/lib/resources/benefit-grants/schema';
import type { BenefitType, CustomerBenefit } from '@/lib/resources/benefits/schema';
import type { Platform } from '@/lib/resources/linked-accounts/schema';

/** A license key of a grant, and what its benefit lets its buyer see and do. */
export interface GrantedKey {
  id: string;
  mayFreeDevices: boolean;
  mayRotate: boolean;
  hasSnippets: boolean;
}

/** What buyers see of a type: in the checkout's confirmation and in the portal. */
export type BuyerType<Type extends BenefitType = BenefitType> = BuyerTypeOf<
  Extract<CustomerBenefit, { type: Type }>
>;

interface BuyerTypeOf<Of> {
  /** How buyers get what a page cannot hand out; null for what pages do hand out. */
  words(benefit: Of): string | null;
  /** What pages hand out of it, besides those words. */
  readonly gives: 'key' | 'files' | 'advertisement' | 'access' | null;
  /** Of one that gives a key: the key of a grant. */
  keyOf?(benefit: Of, properties: CustomerBenefitGrant['properties']): GrantedKey | null;
  /** Where the account is that it needs. */
  readonly platform?: Platform;
}
