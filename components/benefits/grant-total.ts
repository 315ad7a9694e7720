import { query } from '@/lib/client/queries';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/contract';

/** How many have a benefit now, as the total of a list. */
export function holdersOf(benefitId: string) {
  return {
    ...query(listBenefitGrants, {
      params: { id: benefitId },
      query: { is_granted: true, limit: 1 },
    }),
    // Customers buy meanwhile.
    staleTime: 0,
  };
}
