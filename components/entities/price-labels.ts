import { formatMoney } from '@/components/ui/money';
import type { ProductPrice } from '@/lib/resources/products/schema';

/** A price as its seller reads it: "$8.00 / month", "Pay what you want", "Free". */
export function priceLabel(price: ProductPrice): string {
  const per = price.type === 'recurring' ? ` / ${price.recurring_interval}` : '';
  switch (price.amount_type) {
    case 'fixed':
      return formatMoney(price.price_amount, price.price_currency) + per;
    case 'custom':
      return `Pay what you want${per}`;
    case 'free':
      return `Free${per}`;
  }
}

/** All prices of a product: "$8.00 / month or $80.00 / year". */
export function priceListLabel(prices: readonly ProductPrice[]): string {
  return prices.map(priceLabel).join(' or ') || '—';
}
