'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { buyerTypeOf, typesGiving } from '@/components/benefit-types/buyer/buyer-types';
import { Downloads } from '@/components/portal/downloads';
import { Keys } from '@/components/portal/keys';
import { Loading } from '@/components/portal/loading';
import { OutsideAccess } from '@/components/portal/outside-access';
import { type OwnPages, useOwnPages, usePortalPath } from '@/components/portal/portal';
import { Rows } from '@/components/portal/rows';
import { HOME, NOUN, WHAT } from '@/components/portal/texts';
import { LinkedText } from '@/components/purchase/linked-text';
import { Section } from '@/components/ui/section';
import { listCustomerBenefitGrants } from '@/lib/resources/benefit-grants/operations';
import type { CustomerBenefitGrant } from '@/lib/resources/benefit-grants/schema';

/** The purchase whose benefits are shown. */
export type Purchase = { order_id: string[] } | { subscription_id: string[] };

/** What is neither a key nor files. */
const OTHERS = typesGiving('advertisement', 'access', null);

/** A key takes several lines. */
const KEYS_A_PAGE = 10;

/** What a purchase gave: keys, downloads, and what there is to act on. */
export function Benefits({ of }: { of: Purchase }) {
  const keys = useOwnPages(
    listCustomerBenefitGrants,
    { ...of, type: typesGiving('key') },
    { limit: KEYS_A_PAGE },
  );
  const files = useOwnPages(listCustomerBenefitGrants, {
    ...of,
    type: typesGiving('files'),
    is_granted: true,
  });
  const others = useOwnPages(listCustomerBenefitGrants, { ...of, type: OTHERS, is_granted: true });
  const parts = [keys, files, others];
  const missing =
    parts.find(({ data, error }) => !data && error) ?? parts.find(({ isLoading }) => isLoading);
  if (missing) {
    return (
      <Loading<unknown> of={missing} what={WHAT.benefits}>
        {() => null}
      </Loading>
    );
  }
  const title = ({ benefit }: CustomerBenefitGrant) => (
    <h3 className="font-medium wrap-anywhere">{benefit.description}</h3>
  );
  return (
    <>
      {keys.total > 0 && <Keys grants={keys} title={title} />}
      {files.total > 0 && <Downloads grants={files} title={title} />}
      {others.total > 0 && <Others grants={others} title={title} />}
    </>
  );
}

/** Whether how to get a benefit is not said above it already. */
export function saysAnew(
  { id, benefit }: CustomerBenefitGrant,
  rows: readonly CustomerBenefitGrant[] = [],
): boolean {
  const words = wordsOf(benefit);
  return rows.find((row) => wordsOf(row.benefit) === words)?.id === id;
}

function wordsOf(benefit: CustomerBenefitGrant['benefit']): string | null {
  return buyerTypeOf(benefit).words(benefit);
}

function Others({
  grants,
  title,
}: {
  grants: OwnPages<CustomerBenefitGrant>;
  title: (grant: CustomerBenefitGrant) => ReactNode;
}) {
  return (
    <Section title={HOME.benefits} className="gap-5!">
      <Rows of={grants} noun={NOUN.benefits} className="gap-5">
        {(grant) => (
          <div className="flex flex-col gap-2">
            {title(grant)}
            {buyerTypeOf(grant.benefit).gives !== 'access' && saysAnew(grant, grants.data) && (
              <p className="whitespace-pre-line text-muted wrap-anywhere">
                <LinkedText text={wordsOf(grant.benefit) ?? ''} />
              </p>
            )}
            <AdvertisementLink grant={grant} />
            <OutsideAccess grant={grant} />
          </div>
        )}
      </Rows>
    </Section>
  );
}

/** The way to the advertisement of a grant; nothing for other benefits. */
export function AdvertisementLink({ grant: { properties } }: { grant: CustomerBenefitGrant }) {
  const path = usePortalPath();
  if (!('advertisement_campaign_id' in properties)) return null;
  return (
    <Link
      href={path(`advertisements/${properties.advertisement_campaign_id}`)}
      className="inline-flex w-fit items-center text-accent underline decoration-line hover:decoration-current coarse:min-h-11"
    >
      {HOME.manageAd}
    </Link>
  );
}
