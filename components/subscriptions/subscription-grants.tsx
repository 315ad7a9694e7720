'use client';

import { useQueries } from '@tanstack/react-query';
import { CircleDashed } from 'lucide-react';
import { GrantProblem, grantStatus, grantsPoll } from '@/components/entities/grant-status';
import { CELL, ROW } from '@/components/entities/related-list';
import { EntityLink } from '@/components/shell/entity-link';
import { SUBSCRIPTION_GRANTS } from '@/components/subscriptions/texts';
import { Badge, type Status } from '@/components/ui/badge';
import { ErrorNote } from '@/components/ui/error-state';
import { Section } from '@/components/ui/section';
import { Skeleton } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import type { BenefitGrant } from '@/lib/resources/benefit-grants/schema';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

const MISSING: Status = { tone: 'idle', icon: CircleDashed, label: SUBSCRIPTION_GRANTS.notGranted };

/** What the buyer has by this subscription: the product's benefits, each with its grant. */
export function SubscriptionGrants({ subscription }: { subscription: Subscription }) {
  const { id, product } = subscription;
  const answers = useQueries({
    queries: product.benefits.map((benefit) => ({
      ...query(listBenefitGrants, {
        params: { id: benefit.id },
        query: { subscription_id: [id], limit: 1 },
      }),
      refetchInterval: ({ state }: { state: { data?: { items: BenefitGrant[] } | undefined } }) =>
        grantsPoll(state.data?.items),
    })),
  });
  const failure = answers.find(({ isError }) => isError)?.error;
  return (
    <Section title={SUBSCRIPTION_GRANTS.benefits}>
      {product.benefits.length === 0 && (
        <p className="text-muted">{SUBSCRIPTION_GRANTS.theProductGivesNone}</p>
      )}
      {failure && <ErrorNote error={failure} />}
      <ul className="-mt-3 flex flex-col">
        {product.benefits.map((benefit, index) => {
          const answer = answers[index];
          const grant = answer?.data?.items[0];
          return (
            <li key={benefit.id} className={ROW}>
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
                <EntityLink section="benefits" id={benefit.id}>
                  {benefit.description}
                </EntityLink>
                {grant && <LicenseKeyOf grant={grant} />}
                {grant?.error && (
                  <span className="basis-full text-xs">
                    <GrantProblem grant={grant} />
                  </span>
                )}
              </span>
              {answer?.isPending ? (
                <span className={CELL.status}>
                  <Skeleton className="w-20" />
                </span>
              ) : (
                !answer?.isError && <GrantState grant={grant} />
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function LicenseKeyOf({ grant: { properties } }: { grant: BenefitGrant }) {
  if (!('license_key_id' in properties)) return null;
  return (
    <span className="font-mono text-xs">
      <EntityLink section="license-keys" id={properties.license_key_id}>
        {properties.display_key}
      </EntityLink>
    </span>
  );
}

function GrantState({ grant }: { grant: BenefitGrant | undefined }) {
  const isKnown = grant !== undefined && (grant.is_revoked || grant.is_granted);
  return (
    <>
      <span className={CELL.status}>
        <Badge status={isKnown ? grantStatus(grant) : MISSING} />
      </span>
      <span className={CELL.amount} />
      {grant && (
        <span className={CELL.time}>
          <Time value={grant.is_revoked ? grant.revoked_at : grant.granted_at} />
        </span>
      )}
    </>
  );
}
