'use client';

import { CheckoutActions } from '@/components/checkouts/checkout-actions';
import { CheckoutAnswers } from '@/components/checkouts/checkout-answers';
import {
  BuyerFacts,
  SaleFacts,
  SettingsFacts,
  TimeFacts,
} from '@/components/checkouts/checkout-facts';
import { CheckoutOutcome } from '@/components/checkouts/checkout-outcome';
import { CheckoutProblem } from '@/components/checkouts/checkout-problem';
import { stepsOf } from '@/components/checkouts/checkout-steps';
import { CHECKOUT_PAGE, LABELS, detail as texts } from '@/components/checkouts/texts';
import { CHECKOUT_STATUS } from '@/components/entities/checkout-status';
import { LinkBox } from '@/components/entities/link-box';
import { PaymentAttempts } from '@/components/entities/payment-attempts';
import { checkoutName } from '@/components/entities/record-names';
import { MetadataPart } from '@/components/form/metadata-form';
import { isUnavailable } from '@/components/purchase/availability';
import { receiptLines, renewalNotice, totalLine } from '@/components/purchase/summary';
import { RefusalNotes } from '@/components/refusals/refusal-notes';
import { ObjectPage } from '@/components/resource/object-page';
import { ObjectRecord } from '@/components/resource/object-record';
import { presentation } from '@/components/resource/presentation';
import { DetailColumns, DetailHeader } from '@/components/ui/detail';
import { IdChip, shortId } from '@/components/ui/id-chip';
import { MetadataSection } from '@/components/ui/metadata';
import { formatMoney } from '@/components/ui/money';
import { Receipt } from '@/components/ui/receipt';
import { Section } from '@/components/ui/section';
import { StatusTimeline } from '@/components/ui/status-timeline';
import { useTimeZone } from '@/components/ui/time';
import { getCheckout, updateCheckout } from '@/lib/resources/checkouts/contract';
import type { Checkout } from '@/lib/resources/checkouts/schema';

const POLL_MS = 2000;

/** What checkouts are called in a time zone: each by its product and day. */
function checkoutsIn(zone: string) {
  return presentation<Checkout>()('checkout', {
    name: (checkout) => checkoutName(checkout, zone),
    tab: (checkout) => `Checkout: ${checkoutName(checkout, zone)}`,
    fields: {},
  });
}

export function CheckoutPage({ id }: { id: string }) {
  const zone = useTimeZone();
  return (
    <ObjectPage
      of={checkoutsIn(zone)}
      read={getCheckout}
      id={id}
      // A payment under way ends by itself.
      poll={({ status }) => status === 'confirmed' && POLL_MS}
    >
      {(checkout) => <CheckoutDetail checkout={checkout} />}
    </ObjectPage>
  );
}

function CheckoutDetail({ checkout }: { checkout: Checkout }) {
  const { product, customer_email, customer_name, currency } = checkout;
  const who = customer_name ?? customer_email;
  const isPayable = checkout.status === 'open' && !isUnavailable(checkout);
  const hasFailed = checkout.status === 'failed';
  const attempts = <PaymentAttempts sale={{ checkout_id: [checkout.id] }} empty={texts.attempts} />;
  return (
    <>
      <DetailHeader
        title={
          who ? (
            <>
              <bdi>{product.name}</bdi> {texts.forBuyer} <bdi>{who}</bdi>
            </>
          ) : (
            product.name
          )
        }
        status={CHECKOUT_STATUS[checkout.status]}
        subtitle={
          <>
            <span>{formatMoney(checkout.total_amount, currency)}</span>
            <IdChip id={checkout.id} />
          </>
        }
        actions={<CheckoutActions checkout={checkout} />}
      />
      <CheckoutProblem checkout={checkout} />
      <RefusalNotes id={checkout.id} />
      {isPayable && (
        <LinkBox
          label={texts.link}
          url={checkout.url}
          fileName={`checkout-${shortId(checkout.id)}`}
          note={texts.linkIsSecret}
        />
      )}
      <StatusTimeline steps={stepsOf(checkout)} />
      <DetailColumns
        main={
          <>
            <CheckoutOutcome checkout={checkout} />
            {hasFailed && attempts}
            <SaleFacts checkout={checkout} />
            <BuyerFacts checkout={checkout} />
            <CheckoutAnswers checkout={checkout} />
            {!hasFailed && attempts}
          </>
        }
        side={
          <>
            <CheckoutReceipt checkout={checkout} />
            <SettingsFacts checkout={checkout} />
            <TimeFacts checkout={checkout} />
            <CheckoutMetadata checkout={checkout} name="metadata" title={LABELS.metadata} />
            <CheckoutMetadata
              checkout={checkout}
              name="customer_metadata"
              title={LABELS.customerMetadata}
            />
          </>
        }
      />
      <ObjectRecord value={checkout} />
    </>
  );
}

function CheckoutReceipt({ checkout }: { checkout: Checkout }) {
  const { status } = checkout;
  // What was bought may be canceled or paused by now, and what was not bought does not renew.
  const renewal = status === 'open' || status === 'confirmed' ? renewalNotice(checkout) : null;
  return (
    <Section title={CHECKOUT_PAGE.receipt}>
      <Receipt
        currency={checkout.currency}
        lines={receiptLines(checkout)}
        total={totalLine(checkout, status === 'succeeded' ? 'paid' : 'due')}
      />
      {renewal && <p className="text-xs text-muted">{renewal}</p>}
    </Section>
  );
}

/** Changes while the checkout is open, and can be read ever after. */
function CheckoutMetadata({
  checkout,
  name,
  title,
}: {
  checkout: Checkout;
  name: 'metadata' | 'customer_metadata';
  title: string;
}) {
  if (checkout.status !== 'open')
    return <MetadataSection metadata={checkout[name]} title={title} />;
  return (
    <MetadataPart
      object={checkout}
      update={updateCheckout}
      read={getCheckout}
      name={name}
      label={title}
    />
  );
}
