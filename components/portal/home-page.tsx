'use client';

import { Benefits } from '@/components/portal/benefits';
import { Details } from '@/components/portal/details';
import { OrderList } from '@/components/portal/order-list';
import { useOwnPages, useSeller } from '@/components/portal/portal';
import { PortalPage } from '@/components/portal/portal-page';
import { PortalTitle } from '@/components/portal/portal-title';
import { SubscriptionList } from '@/components/portal/subscription-list';
import { HOME, PORTAL } from '@/components/portal/texts';
import { listCustomerOrders } from '@/lib/resources/orders/operations';
import { listCustomerSubscriptions } from '@/lib/resources/subscriptions/operations';

/** Everything that a customer has bought. */
export function HomePage() {
  return (
    <PortalPage title={PORTAL.purchases} isHome>
      <PortalTitle>{PORTAL.purchases}</PortalTitle>
      <Nothing />
      <SubscriptionList />
      <Benefits />
      <OrderList />
      <Details />
    </PortalPage>
  );
}

/** Where the sections below have nothing to show. */
function Nothing() {
  const { name } = useSeller();
  const subscriptions = useOwnPages(listCustomerSubscriptions);
  const orders = useOwnPages(listCustomerOrders);
  const isEmpty = subscriptions.data?.length === 0 && orders.data?.length === 0;
  if (!isEmpty) return null;
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium">{HOME.nothing}</p>
      <p className="text-muted">{HOME.nothingText(name)}</p>
    </div>
  );
}
