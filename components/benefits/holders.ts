import { totalOf } from '@/lib/client/totals';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/operations';

/** Query options of how many have a benefit now. */
export function holdersOf(benefitId: string) {
  return totalOf(listBenefitGrants, { params: { id: benefitId }, query: { is_granted: true } });
}
