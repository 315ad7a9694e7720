import type { RadioOption } from '@/components/form/radios';
import type { ProductPrice } from '@/lib/resources/products/schema';
import type { ProrationBehavior, Subscription } from '@/lib/resources/subscriptions/schema';

type RecurringPrice = Extract<ProductPrice, { type: 'recurring' }>;

/** When a price change takes effect and what it charges, in words. */
export interface BehaviorOption extends RadioOption<ProrationBehavior> {
  /** An order is made now; otherwise the next charge is what changes. */
  chargesNow: boolean;
}

/** The prices that a subscription can move to: recurring ones for sale, whose amount is known. */
export function targetPrices(
  prices: readonly ProductPrice[],
  { price_id, currency }: { price_id: string; currency: string | null },
): RecurringPrice[] {
  return prices.filter(
    (price): price is RecurringPrice =>
      price.type === 'recurring' &&
      price.amount_type !== 'custom' &&
      !price.is_archived &&
      price.id !== price_id &&
      (currency === null || price.amount_type === 'free' || price.price_currency === currency),
  );
}

/**
 * The ways to change to a price (docs/contract/subscriptions.md#price-changes). `prorate` is left out where
 * it is the same as `invoice`; on trial there is no choice.
 */
export function behaviorOptions(
  {
    status,
    amount,
    recurring_interval,
  }: Pick<Subscription, 'status' | 'amount' | 'recurring_interval'>,
  price: Pick<RecurringPrice, 'recurring_interval'>,
): BehaviorOption[] {
  if (status === 'trialing') return [];
  const later: BehaviorOption = {
    value: 'next_period',
    label: 'At the next renewal',
    help: 'The current price stays until then. Nothing is charged now.',
    chargesNow: false,
  };
  const isFree = amount === null;
  if (isFree || price.recurring_interval !== recurring_interval) {
    const help = isFree
      ? `Charges the full new price. A new ${price.recurring_interval} starts today.`
      : `Charges the full new price, minus the unused part of the old one. A new ${price.recurring_interval} starts today.`;
    return [{ value: 'invoice', label: 'Now', help, chargesNow: true }, later];
  }
  return [
    {
      value: 'invoice',
      label: 'Now, and charge the difference now',
      help: 'For the rest of this period. A difference in the buyer’s favor becomes credit for the next charges.',
      chargesNow: true,
    },
    {
      value: 'prorate',
      label: 'Now, and charge the difference later',
      help: 'The difference for the rest of this period is added to the next charge.',
      chargesNow: false,
    },
    later,
  ];
}
