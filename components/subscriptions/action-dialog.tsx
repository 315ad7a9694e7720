'use client';

import type { SubscriptionAction } from '@/components/subscriptions/actions';
import { CancelDialog } from '@/components/subscriptions/cancel-dialog';
import { ConfirmAction } from '@/components/subscriptions/confirm-action';
import { DiscountDialog } from '@/components/subscriptions/discount-dialog';
import { PaymentMethodDialog } from '@/components/subscriptions/payment-method-dialog';
import { PriceDialog } from '@/components/subscriptions/price-dialog';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

/** The dialog of an action; open while it is mounted. */
export function ActionDialog({
  action,
  ...props
}: {
  action: SubscriptionAction;
  subscription: Subscription;
  onClose: () => void;
}) {
  switch (action) {
    case 'change_price':
      return <PriceDialog {...props} />;
    case 'set_discount':
      return <DiscountDialog {...props} />;
    case 'set_payment_method':
      return <PaymentMethodDialog {...props} />;
    case 'cancel_at_period_end':
      return <CancelDialog {...props} />;
    default:
      return <ConfirmAction action={action} {...props} />;
  }
}
