import { currencyOf, termsOf } from '@/components/purchase/amounts';
import { priceIn } from '@/lib/resources/checkouts/rules';
import type { ProductPrice } from '@/lib/resources/products/schema';

/** The currencies that a product is sold in, the default one first. */
export function currenciesOf(prices: readonly ProductPrice[]): string[] {
  return [...new Set(prices.map(currencyOf))];
}

/** The prices of a product in a currency. */
export function pricesIn(currency: string, prices: readonly ProductPrice[]): ProductPrice[] {
  return prices.filter((price) => currencyOf(price) === currency);
}

/** The price that takes the place of one in another currency. */
export function counterpart(
  currency: string,
  price: ProductPrice,
  prices: readonly ProductPrice[],
): ProductPrice | undefined {
  const found = priceIn(currency, termsOf(price), prices.map(termsOf));
  return prices.find(({ id }) => id === found?.id);
}
