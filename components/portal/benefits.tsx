'use client';

import { accessTo } from '@/components/hosted-checkout/purchases';
import { AccountForm } from '@/components/portal/account-form';
import { Downloads } from '@/components/portal/downloads';
import { Keys } from '@/components/portal/keys';
import { Loading } from '@/components/portal/loading';
import { useOwn } from '@/components/portal/portal';
import { HOME, WHAT } from '@/components/portal/texts';
import { Section } from '@/components/ui/section';
import { listCustomerBenefitGrants } from '@/lib/resources/benefit-grants/operations';

/** The purchase whose benefits are shown. */
export type Purchase = { order_id: string[] } | { subscription_id: string[] };

/** What the purchases, or `of` them one, gave: keys, downloads, and what there is to act on. */
export function Benefits({ of }: { of?: Purchase }) {
  const grants = useOwn(listCustomerBenefitGrants, { query: { ...of, limit: 100 } });
  return (
    <Loading of={grants} what={WHAT.benefits}>
      {({ items }) => {
        const granted = items.filter(({ is_granted }) => is_granted);
        const fileBenefits = granted.flatMap(({ benefit }) =>
          benefit.type === 'downloadables' ? [benefit.id] : [],
        );
        const others = granted.flatMap((grant) => {
          const words = accessTo(grant.benefit);
          return words ? [{ grant, words }] : [];
        });
        return (
          <>
            <Keys grants={items} />
            {fileBenefits.length > 0 && <Downloads benefitIds={of && fileBenefits} />}
            {others.length > 0 && (
              <Section title={HOME.benefits} className="gap-5!">
                {others.map(({ grant, words }) => (
                  <div key={grant.id} className="flex flex-col gap-2">
                    <h3 className="font-medium wrap-anywhere">{grant.benefit.description}</h3>
                    <p className="whitespace-pre-line text-muted wrap-anywhere">{words}</p>
                    <AccountForm grant={grant} />
                  </div>
                ))}
              </Section>
            )}
          </>
        );
      }}
    </Loading>
  );
}
