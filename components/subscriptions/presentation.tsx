import { PaymentMethod } from '@/components/entities/payment-method';
import { priceLabel } from '@/components/entities/price-labels';
import { subscriptionName } from '@/components/entities/record-names';
import { SALE_FIELDS } from '@/components/entities/sale-fields';
import { presentation } from '@/components/resource/presentation';
import { updatedFact } from '@/components/resource/times';
import { EntityLink } from '@/components/shell/entity-link';
import { CANCELLATION_REASONS } from '@/components/subscriptions/cancellation-reasons';
import { LABELS } from '@/components/subscriptions/list-texts';
import { subscriptionTitle } from '@/components/subscriptions/names';
import { Money } from '@/components/ui/money';
import { Time } from '@/components/ui/time';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

/** What the page of a subscription calls it and its facts; the list prints other fields, and loads none of these. */
export const SUBSCRIPTION = presentation<Subscription>()('subscription', {
  name: subscriptionName,
  tab: subscriptionTitle,
  subtitle: (subscription) => <Price subscription={subscription} />,
  fields: {
    customer: SALE_FIELDS.customer,
    product: SALE_FIELDS.product,
    price: { label: 'Price', value: (subscription) => <Price subscription={subscription} /> },
    pending_price: {
      label: 'From the next renewal',
      value: (subscription) => subscription.pending_price_id !== null && pendingPrice(subscription),
    },
    discount: {
      label: LABELS.discount,
      value: ({ discount }) =>
        discount && (
          <EntityLink section="discounts" id={discount.id}>
            {discount.name}
          </EntityLink>
        ),
    },
    payment_method: {
      label: LABELS.paymentMethod,
      value: ({ payment_method: method }) => method && <PaymentMethod method={method} />,
    },
    credit: {
      label: 'Credit',
      value: ({ credit, currency }) =>
        credit > 0 && (
          <span>
            <Money amount={credit} currency={currency} />, applied to the next charges
          </span>
        ),
    },
    started_at: {
      label: LABELS.started,
      value: ({ started_at }) => <Time value={started_at} show="datetime" />,
    },
    period: {
      label: 'Current period',
      value: ({ current_period_start: start, current_period_end: end }) => (
        <span>
          <Time value={start} show="date" />
          {' to '}
          <Time value={end} show="date" empty="no end" />
        </span>
      ),
    },
    canceled_at: {
      label: 'Canceled',
      value: ({ canceled_at: at }) => at !== null && <Time value={at} show="datetime" />,
    },
    cancellation_reason: {
      label: 'Cancellation reason',
      value: ({ cancellation_reason: reason }) => reason !== null && CANCELLATION_REASONS[reason],
    },
    cancellation_comment: {
      label: LABELS.cancellationComment,
      value: ({ cancellation_comment }) => cancellation_comment ?? false,
    },
    checkout: SALE_FIELDS.checkout,
    created: {
      label: LABELS.created,
      value: ({ created_at, started_at }) =>
        created_at !== started_at && <Time value={created_at} show="datetime" />,
    },
    modified: updatedFact(),
  },
});

/** Can be changed of one that has ended, too. */
function Price({ subscription }: { subscription: Subscription }) {
  const { amount, currency, recurring_interval } = subscription;
  if (amount === null) return <span>{`Free, each ${recurring_interval}`}</span>;
  return <Money amount={amount} currency={currency} interval={recurring_interval} />;
}

/** The price after the next renewal, where it is one of the product; else the next receipt shows it. */
function pendingPrice({ product, pending_price_id }: Subscription): string {
  const price = product.prices.find(({ id }) => id === pending_price_id);
  return price ? priceLabel(price) : 'Another product. See the upcoming charge.';
}
