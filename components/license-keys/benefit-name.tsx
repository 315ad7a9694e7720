'use client';

import { useQuery } from '@tanstack/react-query';
import { BENEFIT_NAME } from '@/components/license-keys/texts';
import { Skeleton } from '@/components/ui/skeleton';
import { query } from '@/lib/client/queries';
import { getBenefit } from '@/lib/resources/benefits/operations';

const KEPT_MS = 5 * 60_000;

/** A benefit as it is asked for beside the keys that it gave; one call, however many keys. */
function useBenefit(id: string) {
  return useQuery({ ...query(getBenefit, { params: { id } }), staleTime: KEPT_MS });
}

/** The description of a benefit, by its id alone. */
export function BenefitName({ id }: { id: string }) {
  const benefit = useBenefit(id);
  if (benefit.data) return <>{benefit.data.description}</>;
  if (benefit.error?.status === 404)
    return <span className="text-muted">{BENEFIT_NAME.deletedBenefit}</span>;
  if (benefit.isPending) return <Skeleton className="inline-block w-32 align-middle" />;
  return <span className="text-muted">{BENEFIT_NAME.unknown}</span>;
}
