import { customerName } from '@/components/entities/customer-name';
import { cardName } from '@/lib/resources/payments/rules';
import type { PaymentMethodDetails, Subscription } from '@/lib/resources/subscriptions/schema';

/** "Quill Pro for Ada Byron". */
export function subscriptionTitle({ product, customer }: Subscription): string {
  return `${product.name} for ${customerName(customer)}`;
}

export function methodLabel(method: PaymentMethodDetails | null): string {
  return method ? cardName(method) : 'no payment method';
}
