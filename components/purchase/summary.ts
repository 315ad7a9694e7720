import { TERMS } from '@/components/purchase/texts';
import { formatMoney, pluralize } from '@/components/ui/money';
import type { ReceiptLine } from '@/components/ui/receipt';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';
import { type Interval, MONTHS } from '@/lib/resources/subscriptions/rules';

// What a checkout costs, in words. Every number is the API's own.

export interface Purchase
  extends Pick<
    CheckoutPublic,
    | 'amount'
    | 'subtotal_amount'
    | 'tax_amount'
    | 'total_amount'
    | 'currency'
    | 'discount'
    | 'product_price'
  > {
  trial_unavailable_reason?: CheckoutPublic['trial_unavailable_reason'];
  product: Pick<CheckoutPublic['product'], 'name'>;
}

type Price = CheckoutPublic['product_price'];

/** The interval of a recurring price. */
export function intervalOf(price: Price): 'month' | 'year' | null {
  return price.type === 'recurring' ? price.recurring_interval : null;
}

export function trialDaysOf(price: Price): number | null {
  return price.type === 'recurring' ? price.trial_days : null;
}

/** The free days that a purchase starts with; null where its buyer has had the trial. */
function trialOf({ product_price: price, trial_unavailable_reason }: Purchase): number | null {
  return trial_unavailable_reason ? null : trialDaysOf(price);
}

/** `$20.00 / month`, `$24.00`, `Free`, `From $5.00`. */
export function buyerPriceLabel(price: Price): string {
  const interval = intervalOf(price);
  if (price.amount_type === 'free') return 'Free';
  if (price.amount_type === 'custom') {
    return price.minimum_amount === null
      ? 'You choose the price'
      : `From ${formatMoney(price.minimum_amount, price.price_currency)}`;
  }
  const amount = formatMoney(price.price_amount, price.price_currency);
  return interval ? `${amount} / ${interval}` : amount;
}

/** What a year at the yearly price saves against twelve months at the monthly one, in whole percent; null for nothing. */
export function yearlySaving(price: Price, prices: readonly Price[]): number | null {
  const monthly = prices.find((other) => intervalOf(other) === 'month');
  if (intervalOf(price) !== 'year' || price.amount_type !== 'fixed') return null;
  if (monthly?.amount_type !== 'fixed') return null;
  const percent = Math.round((1 - price.price_amount / (12 * monthly.price_amount)) * 100);
  return percent >= 1 ? percent : null;
}

/** What a month of a yearly price comes to: `$6.67/month`; null for other prices. */
export function monthlyEquivalent(price: Price): string | null {
  if (intervalOf(price) !== 'year' || price.amount_type !== 'fixed') return null;
  return `${formatMoney(Math.round(price.price_amount / MONTHS.year), price.price_currency)}/month`;
}

/** What stands under the name of what is sold: "Paid once", "$20.00 / month". */
export function priceSubtitle(price: Price): string {
  const isOnce = price.type === 'one_time' && price.amount_type === 'fixed';
  return isOnce ? 'Paid once' : buyerPriceLabel(price);
}

/** What is charged at confirmation: nothing for a trial. */
export function dueToday(purchase: Purchase): number | null {
  return trialOf(purchase) === null ? purchase.total_amount : 0;
}

/** Whether a discount makes the first payments smaller than the later ones. */
function isTemporaryDiscount({ discount, amount, subtotal_amount }: Purchase): boolean {
  return discount !== null && discount.duration !== 'forever' && amount !== subtotal_amount;
}

/** The words of the button: what it does and what that costs. */
export function payButtonLabel(purchase: Purchase): string {
  const { product_price: price, total_amount: total, currency } = purchase;
  if (price.amount_type === 'free') return 'Get it free';
  if (trialOf(purchase) !== null) return 'Start free trial';
  const interval = intervalOf(price);
  // A seller who writes the product may not have typed it yet.
  if (total === null) return interval ? 'Subscribe' : 'Pay';
  if (!interval) return total === 0 ? 'Get it free' : `Pay ${formatMoney(total, currency)}`;
  if (total === 0) return 'Subscribe, no charge today';
  const amount = formatMoney(total, currency);
  return isTemporaryDiscount(purchase)
    ? `Subscribe, ${amount} today`
    : `Subscribe, ${amount} / ${interval}`;
}

/** How many charges a temporary discount lowers: those of periods that begin within its months. */
function discountedCharges(
  discount: NonNullable<Purchase['discount']>,
  interval: Interval,
): number {
  if (discount.duration !== 'repeating') return 1;
  return Math.ceil(discount.duration_in_months / MONTHS[interval]);
}

/** When it is charged again, and who cancels; null for what is paid once. */
export function renewalNotice(purchase: Purchase, end: string = TERMS.either): string | null {
  const { product_price: price, amount, subtotal_amount: subtotal, currency, discount } = purchase;
  const interval = intervalOf(price);
  if (!interval || price.amount_type === 'free' || subtotal === null) return null;
  const first = formatMoney(subtotal, currency);
  const trial = trialOf(purchase);
  const start = trial === null ? '' : `Free for ${pluralize(trial, 'day')}, then `;
  if (!discount || !isTemporaryDiscount(purchase)) {
    return start
      ? `${start}${first} every ${interval}${end}`
      : `Renews every ${interval} for ${first}${end}`;
  }
  const times = discountedCharges(discount, interval);
  const opening =
    times > 1
      ? `${first} every ${interval} for ${pluralize(times, interval)}`
      : `${first} for the first ${interval}`;
  return `${start}${opening}, then ${formatMoney(amount, currency)} every ${interval}${end}`;
}

/** The lines of the receipt above its total. */
export function receiptLines(purchase: Purchase): ReceiptLine[] {
  const {
    amount,
    subtotal_amount: subtotal,
    tax_amount: tax,
    discount,
    product,
    product_price,
  } = purchase;
  const interval = intervalOf(product_price);
  const trial = trialOf(purchase);
  const reduction = (amount ?? 0) - (subtotal ?? 0);
  const lines: ReceiptLine[] = [
    { label: interval ? `${product.name}, 1 ${interval}` : product.name, amount },
  ];
  if (discount && reduction > 0) {
    lines.push({ label: `Discount ${discount.code ?? discount.name}`, amount: -reduction });
  }
  if (tax === null) lines.push({ label: 'Tax', amount: null, note: 'Calculated from address' });
  else if (tax > 0) lines.push({ label: 'Tax', amount: tax });
  if (trial !== null) {
    lines.push({
      label: `Free for ${pluralize(trial, 'day')}`,
      amount: -(purchase.total_amount ?? 0),
    });
  }
  return lines;
}

/** What becomes of an amount: the page asks for it, another does or did, it was paid, or it will not be. */
export type Payable = 'due' | 'pending' | 'paid' | 'over';

export function totalLine(purchase: Purchase, payable: Payable = 'due'): ReceiptLine {
  const amount = dueToday(purchase);
  // Nothing was paid at the start of a trial.
  if (payable === 'paid' && trialOf(purchase) === null) return { label: 'Paid', amount };
  const isLater = intervalOf(purchase.product_price) !== null;
  return { label: payable === 'due' && isLater ? 'Due today' : 'Total', amount };
}
