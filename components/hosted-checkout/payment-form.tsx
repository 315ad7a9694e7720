'use client';

import { CircleAlert, FlaskConical } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { ContractFormBody } from '@/components/form/contract-form';
import { BillingFields, EmailField } from '@/components/hosted-checkout/buyer-fields';
import { CardFields, TestCards } from '@/components/hosted-checkout/card-fields';
import { DiscountCode } from '@/components/hosted-checkout/discount-code';
import { asksForCard, boundsOf, type FormPart } from '@/components/hosted-checkout/form-values';
import { SellerContact } from '@/components/hosted-checkout/notices';
import { PayButton } from '@/components/hosted-checkout/pay-button';
import { AmountField, PlanChoice } from '@/components/hosted-checkout/price-fields';
import {
  CARD,
  FORM,
  MORE,
  NO_CHARGE_TODAY,
  TEST_CARDS_TITLE,
  YOUR_DETAILS,
} from '@/components/hosted-checkout/texts';
import {
  type FormAlert,
  type PaymentFormProps,
  usePaymentForm,
} from '@/components/hosted-checkout/use-payment-form';
import { CustomFieldControl } from '@/components/purchase/custom-field-control';
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
      {checkout.product.prices.length > 1 && <PlanChoice {...part} />}
      {bounds && <AmountField form={form} bounds={bounds} />}
      <section aria-label={YOUR_DETAILS} className="flex flex-col gap-3.5">
        <EmailField {...part} />
        {checkout.is_payment_form_required && <BillingFields {...part} />}
      </section>
      {checkout.attached_custom_fields.length > 0 && (
        <Section title={MORE} className="gap-3.5!">
          {checkout.attached_custom_fields.map((attached) => (
            <CustomFieldControl key={attached.custom_field.slug} form={form} attached={attached} />
          ))}
        </Section>
      )}
      {asksForCard(checkout) && (
        <CardSection {...part}>
          {alert?.kind === 'declined' && <Alert alert={alert} innerRef={alertRef} />}
        </CardSection>
      )}
      <div className="flex flex-col gap-4">
        <DiscountCode {...part} code={code} />
        {alert?.kind === 'other' && <Alert alert={alert} innerRef={alertRef} />}
        <PayButton
          accent={checkout.organization.profile_settings.accent_color}
          pending={isPending}
          describedBy={renewal ? renewalId : undefined}
        >
          {payButtonLabel(checkout)}
        </PayButton>
        <div className="flex flex-col gap-2 text-center">
          {renewal && (
            <p id={renewalId} className="text-sm text-muted">
              {renewal}
            </p>
          )}
          <SellerContact organization={checkout.organization} />
        </div>
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

/** The card, and in the sandbox the cards to test with. `children` are above its fields. */
function CardSection({ form, checkout, children }: FormPart & { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <Section
      title={CARD}
      className="gap-3.5!"
      aside={
        <span className="flex items-center gap-4 text-sm">
          {!checkout.is_payment_required && NO_CHARGE_TODAY}
          {checkout.organization.is_sandbox && (
            <button
              ref={toggle}
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setOpen(!isOpen)}
              className="flex min-h-6 items-center gap-1.5 rounded-control text-warn hover:underline coarse:min-h-11"
            >
              <FlaskConical aria-hidden className="size-3.5 shrink-0" />
              {TEST_CARDS_TITLE}
            </button>
          )}
        </span>
      }
    >
      {isOpen && (
        <TestCards
          form={form}
          id={id}
          onFilled={() => {
            setOpen(false);
            toggle.current?.focus();
          }}
        />
      )}
      {children}
      <CardFields form={form} />
    </Section>
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
