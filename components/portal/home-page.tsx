'use client';

import { Benefits } from '@/components/portal/benefits';
import { Details } from '@/components/portal/details';
import { FailedPayments } from '@/components/portal/failed-payments';
import { OrderList } from '@/components/portal/order-list';
import { useMayChange, useOwnPages, useSeller } from '@/components/portal/portal';
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
      <BoundNote />
      <Nothing />
      <SubscriptionList />
      <Benefits />
      <OrderList />
      <FailedPayments />
      <Account />
    </PortalPage>
  );
}

/** What the session of a confirmation cannot do, and who can help. */
function BoundNote() {
  const { name, email } = useSeller();
  if (useMayChange()) return null;
  return (
    <p className="border-l-2 border-info bg-info-fill px-3 py-2.5 text-info wrap-anywhere">
      {HOME.bound(name)}
      {email && (
        <>
          {' '}
          <a href={`mailto:${email}`} className="underline">
            {email}
          </a>
        </>
      )}
    </p>
  );
}

/** The details of the customer, which the session of a confirmation does not see. */
function Account() {
  return useMayChange() ? <Details /> : null;
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
