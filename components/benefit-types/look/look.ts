import type { LucideIcon } from 'lucide-react';
import type { Benefit, BenefitType } from '@/lib/resources/benefits/schema';
import type { Platform } from '@/lib/resources/linked-accounts/schema';

type PropertiesOf<Type extends BenefitType> = Extract<Benefit, { type: Type }>['properties'];

/** What sellers see of a type wherever benefits are named. Lists load it, so it is small. */
export type Look<Type extends BenefitType = BenefitType> = LookOf<PropertiesOf<Type>>;

interface LookOf<Properties> {
  readonly icon: LucideIcon;
  readonly label: string;
  /** What is revoked with each grant. */
  readonly noun: 'grant' | 'key';
  /** Whether it promises what it does not have. */
  isEmpty?(properties: Properties): boolean;
  readonly connection?: {
    readonly platform: Platform;
    /** What the properties name of a connection: the name of an organization in lower case, or the id of a server. */
    nameOf(properties: Properties): string;
  };
}
