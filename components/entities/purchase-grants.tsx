'use client';

import { useQueries } from '@tanstack/react-query';
import { CircleDashed } from 'lucide-react';
import {
  GrantProblem,
  grantStatus,
  grantsPoll,
  waitsForKey,
} from '@/components/entities/grant-status';
import { CELL, ROW } from '@/components/entities/related-list';
import { GRANT_STATUS as texts } from '@/components/entities/texts';
import { EntityLink } from '@/components/shell/entity-link';
import { Badge, type Status } from '@/components/ui/badge';
import { ErrorNote } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/operations';
import type { BenefitGrant } from '@/lib/resources/benefit-grants/schema';
import type { BenefitBase } from '@/lib/resources/benefits/schema';

export type GrantedBenefit = Pick<BenefitBase, 'id' | 'description'>;

const MISSING: Status = { tone: 'idle', icon: CircleDashed, label: texts.notGranted };

/** The grants that a purchase has of some benefits, each as it is loaded; `grant` is undefined where it has none. */
export function usePurchaseGrants(
  benefits: readonly GrantedBenefit[],
  source: { subscription_id: string[] } | { order_id: string[] },
) {
  const answers = useQueries({
    queries: benefits.map(({ id }) => ({
      ...query(listBenefitGrants, { params: { id }, query: { ...source, limit: 1 } }),
      refetchInterval: ({ state }: { state: { data?: { items: BenefitGrant[] } | undefined } }) =>
        grantsPoll(state.data?.items),
    })),
  });
  const failure = answers.find(({ isError }) => isError)?.error;
  const rows = benefits.map((benefit, index) => {
    const { data, isPending = true, isError = false } = answers[index] ?? {};
    return { benefit, grant: data?.items[0], isPending, isError };
  });
  return { rows, failure };
}

/** What somebody has by a purchase: benefits, each with how far its grant has come. */
export function PurchaseGrants({ rows, failure }: ReturnType<typeof usePurchaseGrants>) {
  return (
    <>
      {failure && <ErrorNote error={failure} />}
      <ul className="-mt-3 flex flex-col">
        {rows.map(({ benefit, grant, isPending, isError }) => (
          <li key={benefit.id} className={ROW}>
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
              <EntityLink section="benefits" id={benefit.id}>
                {benefit.description}
              </EntityLink>
              {grant && <LicenseKeyOf grant={grant} />}
            </span>
            {isPending ? (
              <span className={CELL.status}>
                <Skeleton className="w-20" />
              </span>
            ) : (
              !isError && <GrantState grant={grant} />
            )}
            {grant && waitsForKey(grant) && (
              <span className="col-span-full text-xs text-warn max-sm:order-4">
                {texts.waitsForKey}
              </span>
            )}
            {grant?.error && (
              <span className="col-span-full text-xs max-sm:order-4">
                <GrantProblem grant={grant} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function LicenseKeyOf({ grant: { properties } }: { grant: BenefitGrant }) {
  if (!('license_key_id' in properties) || !properties.license_key_id) return null;
  return (
    <span className="font-mono text-xs">
      <EntityLink section="license-keys" id={properties.license_key_id}>
        {properties.display_key}
      </EntityLink>
    </span>
  );
}

/** Grants have no amount: its place is empty on a phone, and the status has its room elsewhere. */
function GrantState({ grant }: { grant: BenefitGrant | undefined }) {
  const isKnown = grant !== undefined && (grant.is_revoked || grant.is_granted);
  return (
    <>
      <span className="max-sm:order-1 sm:hidden" />
      <span className="min-w-0 max-sm:order-2 sm:col-span-2 sm:col-start-2">
        <Badge status={isKnown ? grantStatus(grant) : MISSING} />
      </span>
      {grant && (
        <span className={CELL.time}>
          <Time value={grant.is_revoked ? grant.revoked_at : grant.granted_at} />
        </span>
      )}
    </>
  );
}
