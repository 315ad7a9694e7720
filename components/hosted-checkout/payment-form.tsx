'use client';

import dynamic from 'next/dynamic';
import { useId } from 'react';
import { ContractFormBody } from '@/components/form/contract-form';
import { formPart } from '@/components/form/use-contract-form';
import { BillingFields, EmailField } from '@/components/hosted-checkout/buyer-fields';
import type { CardValues } from '@/components/hosted-checkout/card';
import { Alert, CardSection } from '@/components/hosted-checkout/card-section';
import { SellerContact } from '@/components/hosted-checkout/checkout-frame';
import { DiscountCode } from '@/components/hosted-checkout/discount-code';
import {
  FORM,
  MORE,
  NO_CHARGE_TODAY,
  TRIAL_USED,
  YOUR_DETAILS,
} from '@/components/hosted-checkout/form-texts';
import {
  asksForCard,
  boundsOf,
  type CheckoutValues,
  chosenPrice,
  stripeKeyOf,
} from '@/components/hosted-checkout/form-values';
import { PayButton } from '@/components/hosted-checkout/pay-button';
import { AmountField, PlanChoice } from '@/components/hosted-checkout/price-fields';
import {
  type PaymentFormProps,
  usePaymentForm,
} from '@/components/hosted-checkout/use-payment-form';
import { currenciesOf } from '@/components/purchase/currencies';
import { CustomFieldControl } from '@/components/purchase/custom-field-control';
import { payButtonLabel } from '@/components/purchase/summary';
import { Section } from '@/components/ui/section';
import { isInEu } from '@/lib/contract/eu';

// Few products are sold in several currencies.
const CurrencyChoice = dynamic(() =>
  import('@/components/hosted-checkout/currency-choice').then(
    ({ CurrencyChoice }) => CurrencyChoice,
  ),
);

// Few payments ask for it.
const SandboxBank = dynamic(() =>
  import('@/components/hosted-checkout/sandbox-bank').then(({ SandboxBank }) => SandboxBank),
);

// Of sellers who are paid through Stripe.
const LegalPart = dynamic(() =>
  import('@/components/hosted-checkout/legal-part').then(({ LegalPart }) => LegalPart),
);

const StripeSection = dynamic(() =>
  import('@/components/hosted-checkout/stripe-section').then(({ StripeSection }) => StripeSection),
);

/** Everything that the seller asks before the sale, and the button that makes it. */
export function PaymentForm(props: PaymentFormProps) {
  const { checkout, renewal } = props;
  const { form, code, announcement, isPending, alert, ...payment } = usePaymentForm(props);
  const { waiting, element, legal } = payment;
  const country = form.watch('customer_billing_address.country');
  const part = { form, checkout };
  const renewalId = useId();
  const bounds = boundsOf(chosenPrice(checkout, form.watch('product_price_id')));
  const currencies = currenciesOf(checkout.product.prices);
  const { is_sandbox: isSandbox } = checkout.organization;
  const asks = asksForCard(checkout);
  const publishableKey = stripeKeyOf(checkout);
  return (
    <ContractFormBody
      form={form}
      label={FORM}
      className="gap-6!"
      showsSummary={false}
      takesFocus={false}
    >
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {currencies.length > 1 && <CurrencyChoice {...part} />}
      {checkout.product.prices.length > currencies.length && <PlanChoice {...part} />}
      {bounds && <AmountField form={form} bounds={bounds} />}
      <section aria-label={YOUR_DETAILS} className="flex flex-col gap-3.5">
        <EmailField {...part} />
        {checkout.trial_unavailable_reason && (
          <p role="status" className="border-l-2 border-info bg-info-fill px-3 py-2.5 text-info">
            {TRIAL_USED}
          </p>
        )}
        {checkout.is_payment_form_required && <BillingFields {...part} />}
      </section>
      {checkout.attached_custom_fields.length > 0 && (
        <Section title={MORE} className="gap-3.5!">
          {checkout.attached_custom_fields.map((attached) => (
            <CustomFieldControl key={attached.custom_field.slug} form={form} attached={attached} />
          ))}
        </Section>
      )}
      {asks && publishableKey !== null && (
        <StripeSection
          checkout={checkout}
          access={{ script: legal.seller.stripe?.script ?? '', publishableKey }}
          element={element}
        >
          {alert?.kind === 'declined' && <Alert alert={alert} />}
        </StripeSection>
      )}
      {asks && publishableKey === null && (
        <CardSection
          form={formPart<CardValues, CheckoutValues>(form)}
          isSandbox={isSandbox}
          aside={!checkout.is_payment_required && NO_CHARGE_TODAY}
        >
          {alert?.kind === 'declined' && <Alert alert={alert} />}
        </CardSection>
      )}
      <div className="flex flex-col gap-4">
        <DiscountCode {...part} code={code} />
        {(legal.seller.termsUrl || legal.seller.refundPolicyUrl || isInEu(country)) && (
          <LegalPart {...legal} country={country} />
        )}
        {alert?.kind === 'other' && <Alert alert={alert} />}
        {(isSandbox || publishableKey !== null || !asks) && (
          <PayButton
            accent={checkout.organization.profile_settings.accent_color}
            pending={isPending}
            describedBy={renewal ? renewalId : undefined}
          >
            {payButtonLabel(checkout)}
          </PayButton>
        )}
        <div className="flex flex-col gap-2 text-center">
          {renewal && (
            <p id={renewalId} className="text-sm text-muted">
              {renewal}
            </p>
          )}
          <SellerContact seller={checkout.organization} />
        </div>
      </div>
      {waiting && <SandboxBank {...waiting} />}
    </ContractFormBody>
  );
}
