'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { accessTo } from '@/components/hosted-checkout/purchases';
import { AccountForm } from '@/components/portal/account-form';
import { Downloads } from '@/components/portal/downloads';
import { Keys } from '@/components/portal/keys';
import { Loading } from '@/components/portal/loading';
import { type OwnPages, useOwnPages, usePortalPath } from '@/components/portal/portal';
import { Rows } from '@/components/portal/rows';
import { HOME, NOUN, WHAT } from '@/components/portal/texts';
import { Section } from '@/components/ui/section';
import { formatDate, useTimeZone } from '@/components/ui/time';
import { listCustomerBenefitGrants } from '@/lib/resources/benefit-grants/operations';
import type { CustomerBenefitGrant } from '@/lib/resources/benefit-grants/schema';
import type { BenefitType } from '@/lib/resources/benefits/schema';

/** The purchase whose benefits are shown. */
export type Purchase = { order_id: string[] } | { subscription_id: string[] };

/** The benefits that are neither keys nor files. */
const OTHERS: BenefitType[] = ['custom', 'ads', 'discord', 'github_repository'];

/** A key takes several lines. */
const KEYS_A_PAGE = 10;

/** What the purchases, or `of` them one, gave: keys, downloads, and what there is to act on. */
export function Benefits({ of }: { of?: Purchase }) {
  const keys = useOwnPages(
    listCustomerBenefitGrants,
    { ...of, type: ['license_keys'] },
    { limit: KEYS_A_PAGE },
  );
  const files = useOwnPages(listCustomerBenefitGrants, {
    ...of,
    type: ['downloadables'],
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
  const title = (grant: CustomerBenefitGrant) => <Title grant={grant} isLinked={!of} />;
  return (
    <>
      {keys.total > 0 && <Keys grants={keys} title={title} />}
      {files.total > 0 && <Downloads grants={files} title={title} />}
      {others.total > 0 && <Others grants={others} title={title} />}
    </>
  );
}

/** What a benefit is; `isLinked` among those of other purchases, so with the product and the day of its own. */
function Title({ grant, isLinked }: { grant: CustomerBenefitGrant; isLinked: boolean }) {
  const path = usePortalPath();
  const zone = useTimeZone();
  const { benefit, product, subscription_id, order_id, created_at } = grant;
  if (!isLinked) return <h3 className="font-medium wrap-anywhere">{benefit.description}</h3>;
  const words = subscription_id ? HOME.viewSubscription : HOME.viewOrder;
  const purchase = HOME.purchase(product.name, formatDate(created_at, zone));
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <div className="flex min-w-0 flex-col">
        <h3 className="font-medium wrap-anywhere">{benefit.description}</h3>
        <span className="text-sm text-muted wrap-anywhere">{purchase}</span>
      </div>
      <Link
        href={path(subscription_id ? `subscriptions/${subscription_id}` : `orders/${order_id}`)}
        aria-label={`${words}: ${purchase}`}
        className="inline-flex items-center text-sm text-accent underline decoration-line hover:decoration-current coarse:min-h-11"
      >
        {words}
      </Link>
    </div>
  );
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
            <p className="whitespace-pre-line text-muted wrap-anywhere">
              {accessTo(grant.benefit)}
            </p>
            <AccountForm grant={grant} />
          </div>
        )}
      </Rows>
    </Section>
  );
}
