import { DEFAULT_CURRENCY } from '@/lib/contract/money';
import type { ProductPrice } from '@/lib/resources/products/schema';

// On the hosted checkout, which is to load little: without the rules of checkouts.

/** The currency of a price; a free one names none. */
export function currencyOf(price: ProductPrice): string {
  return price.amount_type === 'free' ? DEFAULT_CURRENCY : price.price_currency;
}

/** The currencies that a product is sold in, the default one first. */
export function currenciesOf(prices: readonly ProductPrice[]): string[] {
  return [...new Set(prices.map(currencyOf))];
}

/** The prices of a product in a currency. */
export function pricesIn(currency: string, prices: readonly ProductPrice[]): ProductPrice[] {
  return prices.filter((price) => currencyOf(price) === currency);
}

/** The price that takes the place of one in another currency (docs/contract/checkouts.md#currency-of-a-checkout). */
export function counterpart(
  currency: string,
  price: ProductPrice,
  prices: readonly ProductPrice[],
): ProductPrice | undefined {
  return pricesIn(currency, prices).find(
    (other) => other.amount_type === price.amount_type && intervalOf(other) === intervalOf(price),
  );
}

function intervalOf(price: ProductPrice): string | null {
  return price.type === 'recurring' ? price.recurring_interval : null;
}
