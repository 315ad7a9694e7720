'use client';

import dynamic from 'next/dynamic';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Answers } from '@/components/entities/custom-field-answers';
import { CustomerFact } from '@/components/entities/customer-fact';
import { customerName } from '@/components/entities/customer-name';
import { CheckoutLink } from '@/components/entities/named-link';
import { PaymentMethod } from '@/components/entities/payment-method';
import { isUnsettled } from '@/components/entities/payment-status';
import { priceLabel } from '@/components/entities/price-labels';
import { subscriptionName } from '@/components/entities/record-names';
import { subscriptionStatus } from '@/components/entities/subscription-status';
import { MetadataPart } from '@/components/form/metadata-form';
import { useWhyNot } from '@/components/form/rights';
import { RefusalNotes } from '@/components/refusals/refusal-notes';
import { ObjectPage } from '@/components/resource/object-page';
import { ObjectRecord } from '@/components/resource/object-record';
import { presentation } from '@/components/resource/presentation';
import { useOrganization } from '@/components/session/organization';
import { EntityLink } from '@/components/shell/entity-link';
import { blockedReason, type SubscriptionAction } from '@/components/subscriptions/actions';
import { CANCELLATION_REASONS } from '@/components/subscriptions/cancellation-reasons';
import { stepsOf } from '@/components/subscriptions/life-cycle';
import { subscriptionTitle } from '@/components/subscriptions/names';
import { NextReceipt } from '@/components/subscriptions/next-receipt';
import { OverdueStrip } from '@/components/subscriptions/overdue-strip';
import { SubscriptionActions } from '@/components/subscriptions/subscription-actions';
import { SubscriptionGrants } from '@/components/subscriptions/subscription-grants';
import { SubscriptionHistory } from '@/components/subscriptions/subscription-history';
import { PAGE, SUBSCRIPTION_PAGE } from '@/components/subscriptions/texts';
import { usePayments } from '@/components/subscriptions/use-payments';
import { DetailColumns, DetailHeader, Facts } from '@/components/ui/detail';
import { IdChip } from '@/components/ui/id-chip';
import { Money } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { StatusTimeline } from '@/components/ui/status-timeline';
import { Time, useNow, useTimeZone } from '@/components/ui/time';
import { useRefresh } from '@/lib/client/queries';
import { getSubscription, updateSubscription } from '@/lib/resources/subscriptions/contract';
import { isOverdue } from '@/lib/resources/subscriptions/rules';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

// Forms, validation and pickers are loaded with the first action, not with the page.
const ActionDialog = dynamic(() =>
  import('@/components/subscriptions/action-dialog').then(({ ActionDialog }) => ActionDialog),
);

const SUBSCRIPTION = presentation<Subscription>()('subscription', {
  name: subscriptionName,
  tab: subscriptionTitle,
  fields: {},
});

/** A past due one changes by itself: by its retries. */
const POLL_MS = 15_000;

export function SubscriptionPage({ id }: { id: string }) {
  return (
    <ObjectPage
      of={SUBSCRIPTION}
      read={getSubscription}
      id={id}
      poll={(subscription) => isOverdue(subscription) && POLL_MS}
    >
      {(subscription) => <SubscriptionDetail subscription={subscription} />}
    </ObjectPage>
  );
}

function SubscriptionDetail({ subscription }: { subscription: Subscription }) {
  const zone = useTimeZone();
  const now = useNow();
  const [action, setAction] = useState<SubscriptionAction | null>(null);
  const { id, customer, product } = subscription;
  const payments = usePayments(id);
  const isPaying = payments.data?.items.some(isUnsettled) ?? false;
  const blockedBy = useBlockedReason(subscription, isPaying);
  useRefreshOnChange(`${subscription.modified_at} ${isPaying}`);
  return (
    <>
      <DetailHeader
        title={
          <>
            <bdi>{product.name}</bdi> {SUBSCRIPTION_PAGE.for} <bdi>{customerName(customer)}</bdi>
          </>
        }
        status={subscriptionStatus(subscription, zone, now)}
        subtitle={
          <>
            <SubscriptionPrice subscription={subscription} />
            <IdChip id={id} />
          </>
        }
        actions={
          <SubscriptionActions
            subscription={subscription}
            blockedBy={blockedBy}
            onAction={setAction}
          />
        }
      />
      {isOverdue(subscription) && (
        <OverdueStrip subscription={subscription} blockedBy={blockedBy} onAction={setAction} />
      )}
      <RefusalNotes id={id} />
      <StatusTimeline steps={stepsOf(subscription)} />
      <DetailColumns
        main={
          <>
            <SubscriptionFacts subscription={subscription} />
            <SubscriptionGrants subscription={subscription} />
            <SubscriptionHistory subscription={subscription} />
            <Answers data={subscription.custom_field_data} />
          </>
        }
        side={
          <>
            <NextReceipt subscription={subscription} />
            <MetadataPart
              object={subscription}
              update={updateSubscription}
              read={getSubscription}
            />
          </>
        }
      />
      <ObjectRecord value={subscription} />
      {action && (
        <ActionDialog action={action} subscription={subscription} onClose={() => setAction(null)} />
      )}
    </>
  );
}

/**
 * Loads orders, payments, grants and previews again once the subscription has changed by itself, as by a
 * planned retry, or a payment that was processing has an outcome.
 */
function useRefreshOnChange(version: string): void {
  const refresh = useEffectEvent(useRefresh(updateSubscription));
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    void refresh();
  }, [version]);
}

/** Says why an action is impossible now, for this seller. */
function useBlockedReason(subscription: Subscription, isPaying: boolean) {
  const { is_sandbox } = useOrganization();
  const whyNot = useWhyNot();
  return (action: SubscriptionAction): string | null => {
    const notAllowed = whyNot(updateSubscription);
    if (notAllowed !== null) return notAllowed;
    if (action === 'set_payment_method' && !is_sandbox) return PAGE.testCardsOnly;
    return blockedReason(action, subscription, { isPaying });
  };
}

/** Can be changed of one that has ended, too. */
function SubscriptionPrice({ subscription }: { subscription: Subscription }) {
  const { amount, currency, recurring_interval } = subscription;
  if (amount === null) return <span>{SUBSCRIPTION_PAGE.free(recurring_interval)}</span>;
  return <Money amount={amount} currency={currency} interval={recurring_interval} />;
}

function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const { customer, product, discount, checkout_id, pending_price_id } = subscription;
  const { credit, currency, canceled_at, cancellation_reason, cancellation_comment } = subscription;
  return (
    <Section title={SUBSCRIPTION.words.one}>
      <Facts
        facts={[
          [SUBSCRIPTION_PAGE.customer, <CustomerFact key="customer" customer={customer} />],
          [
            SUBSCRIPTION_PAGE.product,
            <EntityLink key="product" section="products" id={product.id}>
              {product.name}
            </EntityLink>,
          ],
          [SUBSCRIPTION_PAGE.price, <SubscriptionPrice key="price" subscription={subscription} />],
          pending_price_id !== null && [
            SUBSCRIPTION_PAGE.fromTheNextRenewal,
            pendingPrice(subscription),
          ],
          [
            SUBSCRIPTION_PAGE.discount,
            discount && (
              <EntityLink section="discounts" id={discount.id}>
                {discount.name}
              </EntityLink>
            ),
          ],
          [
            SUBSCRIPTION_PAGE.paymentMethod,
            subscription.payment_method && (
              <PaymentMethod key="method" method={subscription.payment_method} />
            ),
          ],
          credit > 0 && [
            SUBSCRIPTION_PAGE.credit,
            <span key="credit">
              <Money amount={credit} currency={currency} />
              {SUBSCRIPTION_PAGE.usedUpByThe}
            </span>,
          ],
          [
            SUBSCRIPTION_PAGE.started,
            <Time key="started" value={subscription.started_at} show="datetime" />,
          ],
          [
            SUBSCRIPTION_PAGE.currentPeriod,
            <span key="period">
              <Time value={subscription.current_period_start} show="date" />
              {' to '}
              <Time
                value={subscription.current_period_end}
                show="date"
                empty={SUBSCRIPTION_PAGE.noEnd}
              />
            </span>,
          ],
          canceled_at !== null && [
            PAGE.canceled,
            <Time key="canceled" value={canceled_at} show="datetime" />,
          ],
          cancellation_reason !== null && [PAGE.reason, CANCELLATION_REASONS[cancellation_reason]],
          cancellation_comment !== null && [PAGE.comment, cancellation_comment],
          checkout_id !== null && [
            SUBSCRIPTION_PAGE.checkout,
            <CheckoutLink key="checkout" id={checkout_id} />,
          ],
          subscription.created_at !== subscription.started_at && [
            SUBSCRIPTION_PAGE.created,
            <Time key="created" value={subscription.created_at} show="datetime" />,
          ],
          subscription.modified_at !== null && [
            PAGE.updated,
            <Time key="modified" value={subscription.modified_at} show="datetime" />,
          ],
        ]}
      />
    </Section>
  );
}

/** The price after the next renewal, where it is one of the product; else the next receipt shows it. */
function pendingPrice({ product, pending_price_id }: Subscription): string {
  const price = product.prices.find(({ id }) => id === pending_price_id);
  return price ? priceLabel(price) : PAGE.otherProduct;
}
