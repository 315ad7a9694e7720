'use client';

import type { ReactNode, Ref } from 'react';
import { PAYMENT } from '@/components/hosted-checkout/confirmation-texts';
import { NO_CHARGE_TODAY } from '@/components/hosted-checkout/form-texts';
import {
  PaymentElement,
  type PaymentElementHandle,
} from '@/components/payment-element/payment-element';
import { dueToday } from '@/components/purchase/summary';
import { Section } from '@/components/ui/section';
import { DEFAULT_CURRENCY } from '@/lib/contract/money';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';
import type { StripeAccess } from '@/lib/resources/portal';

/** What takes the payment of a seller who is paid through Stripe. `children` are above the form. */
export function StripeSection({
  checkout,
  access,
  element,
  children,
}: {
  checkout: CheckoutPublic;
  access: StripeAccess;
  element: Ref<PaymentElementHandle>;
  children: ReactNode;
}) {
  const { currency, product_price, organization } = checkout;
  return (
    <Section
      title={PAYMENT}
      className="gap-3.5!"
      aside={!checkout.is_payment_required && NO_CHARGE_TODAY}
    >
      {children}
      <PaymentElement
        ref={element}
        access={access}
        payable={{
          amount: dueToday(checkout) ?? 0,
          currency: currency ?? DEFAULT_CURRENCY,
          isKept: product_price.type === 'recurring',
        }}
        accent={organization.profile_settings.accent_color}
      />
    </Section>
  );
}
