'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useContractForm } from '@/components/form/use-contract-form';
import { testMethodOf } from '@/components/hosted-checkout/card';
import { FAILURES, PROBLEMS } from '@/components/hosted-checkout/form-texts';
import {
  asksForCard,
  type CheckoutValues,
  initialValues,
  problemsIn,
  stripeKeyOf,
  updateBodyOf,
  waitingSecretOf,
} from '@/components/hosted-checkout/form-values';
import { storeSessionToken } from '@/components/hosted-checkout/session-token';
import { useDiscountCode } from '@/components/hosted-checkout/use-discount-code';
import { useLiveCheckout } from '@/components/hosted-checkout/use-live-checkout';
import type { PaymentElementHandle } from '@/components/payment-element/payment-element';
import { NOT_READY } from '@/components/payment-element/texts';
import { browserCountry } from '@/components/ui/countries';
import { errorMessage } from '@/components/ui/error-state';
import { formatMoney } from '@/components/ui/money';
import { ApiFailure } from '@/lib/client/client';
import { isResultUnknown } from '@/lib/client/queries';
import { queryKeyOf } from '@/lib/client/query-key';
import { confirmCheckout, getCheckoutByClient } from '@/lib/resources/checkouts/operations';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';
import type { PortalSeller } from '@/lib/resources/portal';

/** An error of the form: `declined` is shown above the card, `other` above the button. */
export interface FormAlert {
  kind: 'declined' | 'other';
  words: string;
  error?: unknown;
}

export interface PaymentFormProps {
  checkout: CheckoutPublic;
  /** When it is charged again. */
  renewal: string | null;
  seller: PortalSeller;
  /** The buyer comes from a payment that his bank did not confirm. */
  isRefused: boolean;
  /** A payment is running: the form stays mounted until it is answered, whatever the checkout's status. */
  onPaying: (isPaying: boolean) => void;
  onPaid: (checkout: CheckoutPublic) => void;
  /** The status of the checkout may have changed. */
  onStale: (isBeingPaid: boolean) => void;
}

/** The form of the payment: each change is sent to the checkout, the submit confirms it. */
export function usePaymentForm({
  checkout,
  onPaying,
  onPaid,
  onStale,
  seller,
  isRefused,
}: Omit<PaymentFormProps, 'renewal'>) {
  const [alert, setAlert] = useState<FormAlert | null>(
    isRefused ? { kind: 'declined', words: FAILURES.bank } : null,
  );
  /** Confirmed in the sandbox, where the page stands for the bank. */
  const [waiting, setWaiting] = useState<CheckoutPublic | null>(null);
  const client = useQueryClient();
  const publishableKey = stripeKeyOf(checkout);
  const element = useRef<PaymentElementHandle>(null);
  const script = seller.stripe?.script ?? '';
  // What the buyer has agreed to beside the form.
  const agreed = useRef<{ waives_withdrawal: true }>(undefined);
  /** The total that the buyer saw, undefined where a change of his was on its way; null before a payment. */
  const seen = useRef<{ total: number | undefined }>(null);
  /** Of Stripe, for this payment: kept while its outcome is unknown, to repeat the same request. */
  const token = useRef<string>(null);
  const [isPending, setPending] = useState(false);
  const isPaying = useRef(false);
  const isSuggesting = useRef(false);
  const [first] = useState(() => initialValues(checkout));
  const [initialBody] = useState(() => updateBodyOf(checkout, first, new Date()));
  const params = { client_secret: checkout.client_secret };
  const live = useLiveCheckout({
    checkout,
    initial: initialBody,
    onFailure: (failure) => {
      if (!isPaying.current && !takeFailure(failure)) form.showFailure(failure);
    },
    onUpdated: () => {
      if (!isPaying.current) onPaying(false);
    },
  });
  const form = useContractForm(confirmCheckout, {
    params,
    defaultValues: first,
    check: (values: CheckoutValues) => problemsIn(checkout, values, new Date()),
    toBody: (values) => {
      const method = asksForCard(checkout) && testMethodOf(values.card.number);
      const confirmation_token_id = token.current ?? (method || undefined);
      return {
        ...updateBodyOf(checkout, values, new Date()),
        ...agreed.current,
        total_amount: seen.current?.total,
        confirmation_token_id,
      };
    },
    fieldNames: { confirmation_token_id: 'card.number', discount_id: 'discount_code' },
    beforeSend: async () => {
      isPaying.current = true;
      setPending(true);
      setAlert(null);
      onPaying(true);
      const isShown = !live.hasPending();
      const { trial_unavailable_reason: reason, ...latest } = await live.drain();
      // One whose outcome is unknown is repeated as it was, under its idempotency key.
      seen.current ??= { total: isShown ? (latest.total_amount ?? undefined) : undefined };
      if (reason && !checkout.trial_unavailable_reason) {
        // An update that was on its way when the buyer chose to start the trial has ended that.
        const detail = FAILURES.trial(formatMoney(latest.total_amount, latest.currency));
        throw new ApiFailure(409, { error: 'Conflict', detail });
      }
      if (publishableKey === null || !asksForCard(checkout)) return;
      const { customer_name, customer_email, customer_billing_address } = form.getValues();
      token.current ??= await requireElement().createToken({
        name: customer_name.trim(),
        email: customer_email.trim(),
        country: customer_billing_address.country,
      });
    },
    onSuccess: async (sold) => {
      storeSessionToken(sold.id, sold.customer_session_token);
      const secret = waitingSecretOf(sold);
      // The button keeps its spinner until the next page is loaded.
      if (secret === null) onPaid(sold);
      else if (publishableKey === null) setWaiting(sold);
      else {
        const { authenticate } = await import('@/components/hosted-checkout/authentication');
        goOn(await authenticate(client, sold, { script, publishableKey }, secret));
      }
    },
    takeFailure: (failure) => {
      if (!isResultUnknown(failure)) {
        token.current = null;
        seen.current = null;
      }
      isPaying.current = false;
      setPending(false);
      // The outcome of a lost request is unknown: the form stays, to repeat it with the same idempotency key.
      if (!isResultUnknown(failure)) onPaying(false);
      return takeFailure(failure, { isPayment: true });
    },
  });

  function requireElement(): PaymentElementHandle {
    if (element.current) return element.current;
    throw new ApiFailure(402, { error: 'PaymentError', detail: NOT_READY });
  }

  /** After the buyer's authentication: sold, or open again. */
  function goOn(current: CheckoutPublic) {
    setWaiting(null);
    if (current.status !== 'open') {
      onPaid(current);
      return;
    }
    token.current = null;
    seen.current = null;
    isPaying.current = false;
    setPending(false);
    client.setQueryData(queryKeyOf(getCheckoutByClient, { params }), current);
    onPaying(false);
    decline(FAILURES.bank);
  }

  const onChange = useEffectEvent((values: CheckoutValues, name: string | undefined) => {
    // Card data is never sent, no update is while the payment runs, and a visit alone changes nothing.
    if (!name || name.startsWith('card') || isPaying.current || isSuggesting.current) return;
    live.schedule(updateBodyOf(checkout, values, new Date()));
  });
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, name }) => onChange(values, name),
      }),
    [subscribe],
  );

  const suggestCountry = useEffectEvent(() => {
    const name = 'customer_billing_address.country';
    const { isDirty, isTouched } = form.getFieldState(name);
    const region = browserCountry();
    if (region === null || isDirty || isTouched || form.getValues(name) !== null) return;
    isSuggesting.current = true;
    form.setValue(name, region);
    isSuggesting.current = false;
  });
  useEffect(() => {
    if (checkout.is_payment_form_required) suggestCountry();
  }, [checkout.is_payment_form_required]);

  function decline(words: string) {
    if (publishableKey === null) {
      const values = form.getValues();
      form.reset({ ...values, card: { ...values.card, code: '' } });
      form.setError('card.code', { type: 'missing', message: PROBLEMS.securityCode });
    }
    setAlert({ kind: 'declined', words });
  }

  /** Shows a failure that is not about fields; whether it was one. */
  function takeFailure(failure: ApiFailure, { isPayment = false } = {}): boolean {
    const { status } = failure;
    if (status === 422) {
      if (!failure.problems.some(({ loc }) => loc[1] === 'product_price_id')) return false;
      form.setValue('product_price_id', checkout.product_price_id);
      showAlert(FAILURES.price);
      onStale(false);
      return true;
    }
    if (failure.error === 'PaymentError') decline(failure.message);
    else if (status === 403 || status === 404 || status === 410) {
      onStale(status === 403);
      showAlert(FAILURES.elsewhere);
    } else if (failure.error === 'Conflict') {
      // The checkout costs something else now: it is shown before the buyer is asked again.
      onStale(false);
      showAlert(errorMessage(failure));
    } else if (status === 429) {
      showAlert(FAILURES.wait(failure.retryAfter ?? 60));
    } else if (isResultUnknown(failure) && isPayment) {
      showAlert(FAILURES.lost, failure);
    } else showAlert(errorMessage(failure), failure);
    return true;
  }

  function showAlert(words: string, error?: unknown) {
    setAlert({ kind: 'other', words, error });
  }

  const code = useDiscountCode({ form, onApply: live.applyCode });
  const { problems } = form.summary;
  return {
    form: {
      ...form,
      submit: async (event?: Parameters<typeof form.submit>[0]) => {
        event?.preventDefault();
        if (isPaying.current) return;
        // A code that is still in the field is tried first: where it changes the total, the next press pays that.
        if (code.isTried || !(await code.apply())) form.submit();
        else void form.trigger();
      },
    },
    code,
    announcement: live.announcement,
    isPending,
    alert:
      alert ?? (problems.length > 0 ? { kind: 'other' as const, words: problems.join(' ') } : null),
    legal: { seller, agreed },
    element,
    /** Set while the buyer's bank asks for the payment of a confirmed checkout of the sandbox. */
    waiting: waiting && { checkout: waiting, onAnswered: goOn },
  };
}
