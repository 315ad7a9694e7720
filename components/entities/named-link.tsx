'use client';

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { checkoutName, orderName, subscriptionName } from '@/components/entities/record-names';
import { NAMED_LINK } from '@/components/entities/texts';
import { EntityLink } from '@/components/shell/entity-link';
import { Skeleton } from '@/components/ui/skeleton';
import { useTimeZone } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { getCheckout } from '@/lib/resources/checkouts/operations';
import { getOrder } from '@/lib/resources/orders/operations';
import { getSubscription } from '@/lib/resources/subscriptions/operations';

// Links to records of which a page knows the id alone. What is asked for by its id is asked for once for all of them.

interface Props {
  id: string;
}

/** An order by its number. */
export function OrderLink({ id }: Props) {
  const order = useQuery(query(getOrder, { params: { id } }));
  return <NamedLink section="orders" id={id} of={order} name={orderName} />;
}

/** A subscription by its product and price. */
export function SubscriptionLink({ id }: Props) {
  const subscription = useQuery(query(getSubscription, { params: { id } }));
  return <NamedLink section="subscriptions" id={id} of={subscription} name={subscriptionName} />;
}

/** A checkout by its product and day. */
export function CheckoutLink({ id }: Props) {
  const zone = useTimeZone();
  const checkout = useQuery(query(getCheckout, { params: { id } }));
  return (
    <NamedLink
      section="checkouts"
      id={id}
      of={checkout}
      name={(found) => checkoutName(found, zone)}
    />
  );
}

/** What is called by `name` of the answer; `unnamed` where that could not be loaded. */
export function NamedLink<Row>({
  section,
  id,
  of: { data, isPending },
  name,
  unnamed = NAMED_LINK.show,
}: Props & {
  section: string;
  of: Pick<UseQueryResult<Row>, 'data' | 'isPending'>;
  name: (row: Row) => string;
  unnamed?: string;
}) {
  if (isPending) return <Skeleton className="w-32" />;
  return (
    <EntityLink section={section} id={id}>
      <bdi>{data === undefined ? unnamed : name(data)}</bdi>
    </EntityLink>
  );
}
