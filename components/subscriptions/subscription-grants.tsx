'use client';

import { PurchaseGrants, usePurchaseGrants } from '@/components/entities/purchase-grants';
import { SUBSCRIPTION_GRANTS } from '@/components/subscriptions/texts';
import { Section } from '@/components/ui/section';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

/** What the buyer has by this subscription: the product's benefits, each with its grant. */
export function SubscriptionGrants({
  subscription: { id, product },
}: {
  subscription: Subscription;
}) {
  const grants = usePurchaseGrants(product.benefits, { subscription_id: [id] });
  return (
    <Section title={SUBSCRIPTION_GRANTS.benefits}>
      {product.benefits.length === 0 && (
        <p className="text-muted">{SUBSCRIPTION_GRANTS.theProductGivesNone}</p>
      )}
      <PurchaseGrants {...grants} />
    </Section>
  );
}
