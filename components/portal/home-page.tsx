'use client';

import { ShoppingBag } from 'lucide-react';
import { FailedPayments } from '@/components/portal/failed-payments';
import { TransferredKeys } from '@/components/portal/keys';
import { OrderList } from '@/components/portal/order-list';
import { useOwnPages, useSeller } from '@/components/portal/portal';
import { BoundNote, PortalPage } from '@/components/portal/portal-page';
import { PortalTitle } from '@/components/portal/portal-title';
import { OneTimePurchases, Subscriptions } from '@/components/portal/purchase-list';
import { HOME, PORTAL } from '@/components/portal/texts';
import { listCustomerLicenseKeys } from '@/lib/resources/license-keys/operations';
import { listCustomerOrders } from '@/lib/resources/orders/operations';
import { listCustomerSubscriptions } from '@/lib/resources/subscriptions/operations';

/** How many rows of a list the page shows at first. */
const ROWS = 4;

/** Everything that a customer has bought: a card each, and what was paid for them. */
export function HomePage() {
  return (
    <PortalPage title={PORTAL.purchases} tab="home">
      <PortalTitle>{PORTAL.purchases}</PortalTitle>
      <BoundNote />
      <Nothing />
      <Subscriptions />
      <OneTimePurchases />
      <TransferredKeys />
      <OrderList initial={ROWS} />
      <FailedPayments initial={ROWS} />
    </PortalPage>
  );
}

/** Where the sections below have nothing to show. */
function Nothing() {
  const { name } = useSeller();
  const subscriptions = useOwnPages(listCustomerSubscriptions);
  const orders = useOwnPages(listCustomerOrders);
  const keys = useOwnPages(listCustomerLicenseKeys, { is_transferred: true });
  const isEmpty = [subscriptions, orders, keys].every(({ data }) => data?.length === 0);
  if (!isEmpty) return null;
  return (
    <div className="flex flex-col gap-1">
      <ShoppingBag aria-hidden className="mb-2 size-7 text-muted" />
      <p className="font-medium">{HOME.nothing}</p>
      <p className="text-muted">{HOME.nothingText(name)}</p>
    </div>
  );
}
