'use client';

import { CircleAlert } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type Ref, useId } from 'react';
import { ContractFormBody } from '@/components/form/contract-form';
import { BillingFields, EmailField } from '@/components/hosted-checkout/buyer-fields';
import { CardFields, TestCards } from '@/components/hosted-checkout/card-fields';
import { CustomFieldControl } from '@/components/hosted-checkout/custom-fields';
import { DiscountCode } from '@/components/hosted-checkout/discount-code';
import { asksForCard, boundsOf } from '@/components/hosted-checkout/form-values';
import { PayButton } from '@/components/hosted-checkout/pay-button';
import { AmountField, PlanChoice } from '@/components/hosted-checkout/price-fields';
import {
  type FormAlert,
  type PaymentFormProps,
  usePaymentForm,
} from '@/components/hosted-checkout/use-payment-form';
import { payButtonLabel, renewalNotice } from '@/components/purchase/summary';
import { RequestId } from '@/components/ui/error-state';
import { formatMoney } from '@/components/ui/money';
import { Section } from '@/components/ui/section';

// Few payments ask for it.
const AuthenticationDialog = dynamic(() =>
  import('@/components/hosted-checkout/authentication-dialog').then(
    ({ AuthenticationDialog }) => AuthenticationDialog,
  ),
);

/** Everything that the seller asks before the sale, and the button that makes it. */
export function PaymentForm(props: PaymentFormProps) {
  const { checkout } = props;
  const { form, code, announcement, isPending, alert, alertRef, approval } = usePaymentForm(props);
  const part = { form, checkout };
  const renewalId = useId();
  const renewal = renewalNotice(checkout);
  const bounds = boundsOf(checkout);
  const hasDiscounts =
    checkout.is_discount_applicable &&
    (checkout.allow_discount_codes || checkout.discount !== null);
  return (
    <ContractFormBody
      form={form}
      label="Checkout"
      className="gap-9!"
      showsSummary={false}
      takesFocus={false}
    >
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {checkout.product.prices.length > 1 && <PlanChoice {...part} />}
      {bounds && <AmountField form={form} bounds={bounds} />}
      <Section title="Your details" className="gap-4!">
        <EmailField {...part} />
        {checkout.is_payment_form_required && <BillingFields {...part} />}
      </Section>
      {checkout.attached_custom_fields.length > 0 && (
        <Section title="For the seller" className="gap-4!">
          {checkout.attached_custom_fields.map((attached) => (
            <CustomFieldControl key={attached.custom_field.slug} form={form} attached={attached} />
          ))}
        </Section>
      )}
      {hasDiscounts && <DiscountCode {...part} code={code} />}
      {asksForCard(checkout) && (
        <Section
          title="Card"
          className="gap-4!"
          aside={checkout.is_payment_required ? null : 'No charge today'}
        >
          {alert?.kind === 'declined' && <Alert alert={alert} innerRef={alertRef} />}
          <CardFields form={form} />
          {checkout.organization.is_sandbox && <TestCards form={form} />}
        </Section>
      )}
      <div className="flex flex-col gap-3">
        {alert?.kind === 'other' && <Alert alert={alert} innerRef={alertRef} />}
        <PayButton
          accent={checkout.organization.profile_settings.accent_color}
          pending={isPending}
          describedBy={renewal ? renewalId : undefined}
        >
          {payButtonLabel(checkout)}
        </PayButton>
        {renewal && (
          <p id={renewalId} className="text-center text-sm text-muted">
            {renewal}
          </p>
        )}
      </div>
      {approval && (
        <AuthenticationDialog
          amount={formatMoney(checkout.total_amount, checkout.currency)}
          {...approval}
        />
      )}
    </ContractFormBody>
  );
}

function Alert({
  alert: { words, error },
  innerRef,
}: {
  alert: FormAlert;
  innerRef: Ref<HTMLDivElement>;
}) {
  return (
    <div
      ref={innerRef}
      role="alert"
      tabIndex={-1}
      className="flex gap-2.5 border-l-2 border-bad bg-bad-fill px-3 py-2.5 text-bad"
    >
      <CircleAlert aria-hidden className="mt-1 size-4 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-1 wrap-anywhere">
        <p>{words}</p>
        <RequestId error={error} />
      </div>
    </div>
  );
}
