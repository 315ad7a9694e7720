'use client';

import { CircleAlert } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type Ref, useId } from 'react';
import { BillingFields, EmailField } from '@/components/hosted-checkout/buyer-fields';
import { CardFields, TestCards } from '@/components/hosted-checkout/card-fields';
import { CustomFieldControl } from '@/components/hosted-checkout/custom-fields';
import { DiscountCode } from '@/components/hosted-checkout/discount-code';
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
  const {
    form,
    values,
    typedCode,
    setTypedCode,
    problemOf,
    touch,
    refuse,
    change,
    changeCard,
    applyCode,
    announcement,
    submit,
    isPending,
    hasCard,
    alert,
    alertRef,
    approval,
  } = usePaymentForm(props);
  const part = { checkout, values, problemOf, onChange: change, onBlur: touch };
  const renewalId = useId();
  const renewal = renewalNotice(checkout);
  const hasDiscounts =
    checkout.is_discount_applicable &&
    (checkout.allow_discount_codes || checkout.discount !== null);
  return (
    <form
      ref={form}
      noValidate
      aria-label="Checkout"
      className="flex flex-col gap-9"
      onSubmit={submit}
    >
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <PlanChoice {...part} />
      <AmountField {...part} />
      <Section title="Your details" className="gap-4!">
        <EmailField {...part} />
        {checkout.is_payment_form_required && <BillingFields {...part} />}
      </Section>
      {checkout.attached_custom_fields.length > 0 && (
        <Section title="For the seller" className="gap-4!">
          {checkout.attached_custom_fields.map((attached) => {
            const { slug } = attached.custom_field;
            const path = `custom_field_data.${slug}`;
            return (
              <div key={slug} data-path={path}>
                <CustomFieldControl
                  attached={attached}
                  value={values.fields[slug]}
                  problem={problemOf(path)}
                  onChange={(value) =>
                    change({ fields: { ...values.fields, [slug]: value } }, path)
                  }
                  onBlur={() => touch(path)}
                />
              </div>
            );
          })}
        </Section>
      )}
      {hasDiscounts && (
        <div data-path="discount_code">
          <DiscountCode
            discount={checkout.discount}
            isFixed={!checkout.allow_discount_codes}
            typed={typedCode}
            onType={setTypedCode}
            problem={problemOf('discount_code')}
            onProblem={(problem) => refuse('discount_code', problem)}
            onApply={applyCode}
          />
        </div>
      )}
      {hasCard && (
        <Section
          title="Card"
          className="gap-4!"
          aside={checkout.is_payment_required ? null : 'No charge today'}
        >
          {alert?.kind === 'declined' && <Alert alert={alert} innerRef={alertRef} />}
          <CardFields
            card={values.card}
            onChange={changeCard}
            onBlur={(field) => touch(`card.${field}`)}
            problems={{
              number: problemOf('card.number'),
              expiry: problemOf('card.expiry'),
              code: problemOf('card.code'),
            }}
          />
          {checkout.organization.is_sandbox && <TestCards onChoose={changeCard} />}
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
    </form>
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
