'use client';

import { useQuery } from '@tanstack/react-query';
import { Answers } from '@/components/entities/custom-field-answers';
import { CustomerFact } from '@/components/entities/customer-fact';
import { subscriptionStatus } from '@/components/entities/subscription-status';
import { useOrganizationPath } from '@/components/session/organization';
import { EntityLink } from '@/components/shell/entity-link';
import { DetailPage } from '@/components/shell/page';
import { nextEvent, stepsOf } from '@/components/subscriptions/life-cycle';
import { NextReceipt } from '@/components/subscriptions/next-receipt';
import { SubscriptionGrants } from '@/components/subscriptions/subscription-grants';
import { SubscriptionOrders } from '@/components/subscriptions/subscription-orders';
import { CurlButton } from '@/components/ui/curl-button';
import { DetailColumns, DetailHeader, Facts } from '@/components/ui/detail';
import { IdChip, shortId } from '@/components/ui/id-chip';
import { JsonView } from '@/components/ui/json-view';
import { MetadataEditor } from '@/components/ui/metadata-editor';
import { Money } from '@/components/ui/money';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { Section } from '@/components/ui/section';
import { StatusTimeline } from '@/components/ui/status-timeline';
import { Time, useTimeZone } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { getSubscription } from '@/lib/resources/subscriptions/contract';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

export function SubscriptionPage({ id }: { id: string }) {
  const path = useOrganizationPath();
  const subscription = useQuery(query(getSubscription, { params: { id } }));
  return (
    <DetailPage
      crumbs={[{ label: 'Subscriptions', href: path('subscriptions') }]}
      current={shortId(id)}
      tab={`Subscription ${shortId(id)}`}
    >
      <QueryBoundary query={subscription} what="this subscription">
        {(found) => <SubscriptionDetail subscription={found} />}
      </QueryBoundary>
    </DetailPage>
  );
}

function SubscriptionDetail({ subscription }: { subscription: Subscription }) {
  const zone = useTimeZone();
  const { id, customer, product } = subscription;
  return (
    <>
      <DetailHeader
        title={
          <>
            <bdi>{product.name}</bdi> for <bdi>{customer.name ?? customer.email}</bdi>
          </>
        }
        status={subscriptionStatus(subscription, zone)}
        subtitle={
          <>
            <SubscriptionPrice subscription={subscription} />
            <IdChip id={id} />
          </>
        }
        actions={<CurlButton operation={getSubscription} input={{ params: { id } }} />}
      />
      <StatusTimeline steps={stepsOf(subscription)} />
      <DetailColumns
        main={
          <>
            <SubscriptionFacts subscription={subscription} />
            <SubscriptionOrders subscription={subscription} />
            <SubscriptionGrants subscription={subscription} />
            <Answers
              data={subscription.custom_field_data}
              fields={product.attached_custom_fields.map(({ custom_field }) => custom_field)}
            />
          </>
        }
        side={
          <>
            <NextReceipt subscription={subscription} />
            <Section title="Metadata">
              <MetadataEditor metadata={subscription.metadata} />
            </Section>
          </>
        }
      />
      <JsonView value={subscription} />
    </>
  );
}

function SubscriptionPrice({ subscription }: { subscription: Subscription }) {
  const { amount, currency, recurring_interval } = subscription;
  if (amount === null) return <span>Free, each {recurring_interval}</span>;
  return <Money amount={amount} currency={currency} interval={recurring_interval} />;
}

function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const { customer, product, discount, checkout_id } = subscription;
  const event = nextEvent(subscription);
  return (
    <Section title="Subscription">
      <Facts
        facts={[
          ['Customer', <CustomerFact key="customer" customer={customer} />],
          [
            'Product',
            <EntityLink key="product" section="products" id={product.id}>
              {product.name}
            </EntityLink>,
          ],
          ['Price', <SubscriptionPrice key="price" subscription={subscription} />],
          [
            'Discount',
            discount && (
              <EntityLink section="discounts" id={discount.id}>
                {discount.name}
              </EntityLink>
            ),
          ],
          ['Started', <Time key="started" value={subscription.started_at} show="datetime" />],
          [
            'Current period',
            <span key="period">
              <Time value={subscription.current_period_start} show="date" />
              {' to '}
              <Time value={subscription.current_period_end} show="date" empty="no end" />
            </span>,
          ],
          event && [event.label, <Time key="event" value={event.at} show="datetime" />],
          checkout_id !== null && [
            'Checkout',
            <EntityLink key="checkout" section="checkouts" id={checkout_id}>
              <span className="font-mono text-xs">{shortId(checkout_id)}</span>
            </EntityLink>,
          ],
          ['Created', <Time key="created" value={subscription.created_at} show="datetime" />],
          subscription.modified_at !== null && [
            'Changed',
            <Time key="modified" value={subscription.modified_at} show="datetime" />,
          ],
        ]}
      />
    </Section>
  );
}
