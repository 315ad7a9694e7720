import { priceInWords } from '@/lib/resources/products/rules';
import type { ProductPrice } from '@/lib/resources/products/schema';

export const priceLabel = priceInWords;

/** All prices of a product: "$8.00 / month or $80.00 / year". */
export function priceListLabel(prices: readonly ProductPrice[]): string {
  return prices.map(priceLabel).join(' or ') || '—';
}
