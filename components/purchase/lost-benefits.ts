import { givesKey } from '@/components/benefit-types/buyer/buyer-types';
import { pluralize } from '@/components/ui/money';
import { formatList } from '@/lib/contract/formats';
import type { BenefitType } from '@/lib/resources/benefits/schema';

interface Lost {
  /** Of grants, those that give license keys among them. */
  benefits_revoked: number;
  keys_revoked: number;
}

interface Source {
  name: string;
  benefits: readonly { type: BenefitType; description: string }[];
}

/** Up to so many benefits are named; more are counted. */
const NAMED = 2;

/**
 * What a buyer of a product loses, each once: `the license key of Quill Pro`; several of a kind, and those that may be
 * other ones than the product's, by their number: `2 benefits and 3 license keys`. Empty for nothing.
 */
export function lostBenefits({ benefits_revoked, keys_revoked }: Lost, product: Source): string {
  return formatList([
    ...lostOthers(benefits_revoked - keys_revoked, product),
    ...(keys_revoked === 1 ? [`the license key of ${product.name}`] : []),
    ...(keys_revoked > 1 ? [pluralize(keys_revoked, 'license key')] : []),
  ]);
}

/** Those without keys: by name where they are all that the product has. */
function lostOthers(count: number, { benefits }: Source): string[] {
  const all = benefits.filter((benefit) => !givesKey(benefit));
  if (count <= 0) return [];
  if (count > NAMED || count !== all.length) return [pluralize(count, 'benefit')];
  return all.map(({ description }) => description);
}
