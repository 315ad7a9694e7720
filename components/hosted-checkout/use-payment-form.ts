'use client';

import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { authenticated, type Card, testMethodOf } from '@/components/hosted-checkout/card';
import {
  asksForCard,
  type CheckoutValues,
  initialValues,
  type Problems,
  problemsIn,
  updateBodyOf,
} from '@/components/hosted-checkout/form-values';
import { storeSessionToken } from '@/components/hosted-checkout/session-token';
import { useLiveCheckout } from '@/components/hosted-checkout/use-live-checkout';
import { errorMessage } from '@/components/ui/error-state';
import type { ApiFailure } from '@/lib/client/client';
import { isLost, useCommand } from '@/lib/client/queries';
import { confirmCheckout } from '@/lib/resources/checkouts/operations';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

/** An error of the form: `declined` is shown above the card, `other` above the button. */
export interface FormAlert {
  kind: 'declined' | 'other';
  words: string;
  error?: unknown;
}

export interface PaymentFormProps {
  checkout: CheckoutPublic;
  /** A payment is running: the form stays mounted until it is answered, whatever the checkout's status. */
  onPaying: (isPaying: boolean) => void;
  onPaid: (checkout: CheckoutPublic) => void;
  /** The status of the checkout may have changed. */
  onStale: (isBeingPaid: boolean) => void;
}

/** State of the payment form: values, validation errors, and the payment. */
export function usePaymentForm({ checkout, onPaying, onPaid, onStale }: PaymentFormProps) {
  const [values, setValues] = useState(() => initialValues(checkout));
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [isChecked, setChecked] = useState(false);
  const [refused, setRefused] = useState<Problems>({});
  const [typedCode, setTypedCode] = useState('');
  const [alert, setAlert] = useState<FormAlert | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const [initialBody] = useState(() =>
    updateBodyOf(checkout, values, problemsIn(checkout, values, new Date())),
  );
  const busy = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const alertRef = useRef<HTMLDivElement>(null);
  const confirm = useCommand(confirmCheckout);
  const live = useLiveCheckout({
    checkout,
    initial: initialBody,
    onFailure: (failure) => {
      if (!busy.current) showFailure(failure, 'change');
    },
    onUpdated: () => {
      if (!busy.current) onPaying(false);
    },
  });
  const problems = problemsIn(checkout, values, new Date());
  const hasCard = asksForCard(checkout);

  function problemOf(path: string): string | undefined {
    return refused[path] ?? (isChecked || touched.has(path) ? problems[path] : undefined);
  }

  function touch(path: string) {
    setTouched((before) => new Set(before).add(path));
  }

  function refuse(path: string, problem: string | undefined) {
    setRefused(({ [path]: _, ...others }) => (problem ? { ...others, [path]: problem } : others));
  }

  function change(changes: Partial<CheckoutValues>, path: string) {
    const next = { ...values, ...changes };
    setValues(next);
    refuse(path, undefined);
    const left = problemsIn(checkout, next, new Date());
    live.schedule(updateBodyOf(checkout, next, left));
  }

  /** Card data is never sent to the API: no update is scheduled. */
  function changeCard(changes: Partial<Card>) {
    setValues((before) => ({ ...before, card: { ...before.card, ...changes } }));
    for (const field of Object.keys(changes)) refuse(`card.${field}`, undefined);
  }

  function focusFirstProblem() {
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalid?.focus();
  }

  function focusAlert() {
    // Delayed, because a closing dialog restores the focus to the button.
    setTimeout(() => alertRef.current?.focus(), 30);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy.current) return;
    const isCodeLeft = typedCode.trim() !== '';
    if (Object.keys(problems).length > 0 || isCodeLeft) {
      flushSync(() => {
        setChecked(true);
        if (isCodeLeft) refuse('discount_code', 'Apply this code first, or clear it.');
      });
      return focusFirstProblem();
    }
    void pay(testMethodOf(values.card.number));
  }

  async function pay(method: string | undefined) {
    if (busy.current) return;
    busy.current = true;
    setPending(true);
    setAlert(null);
    setRefused({});
    onPaying(true);
    await live.drain();
    try {
      const body = {
        ...updateBodyOf(checkout, values, {}),
        ...(hasCard && method ? { confirmation_token_id: method } : {}),
      };
      const params = { client_secret: checkout.client_secret };
      const sold = await confirm.mutateAsync({ params, body });
      storeSessionToken(sold.id, sold.customer_session_token);
      onPaid(sold);
      // The button keeps its spinner until the next page is loaded.
    } catch (error) {
      busy.current = false;
      setPending(false);
      // The outcome of a lost request is unknown: the form stays, to repeat it with the same idempotency key.
      if (!isLost(error)) onPaying(false);
      const failure = error as ApiFailure;
      const needsApproval = failure.body?.code === 'authentication_required';
      if (needsApproval && method && method !== authenticated(method)) setAsked(method);
      else showFailure(failure, 'payment');
    }
  }

  function decline(words: string) {
    setAlert({ kind: 'declined', words });
    setChecked(false);
    setTouched(new Set());
    setValues((before) => ({ ...before, card: { ...before.card, code: '' } }));
    focusAlert();
  }

  function showFailure(failure: ApiFailure, of: 'payment' | 'change') {
    const { status } = failure;
    if (failure.error === 'PaymentError') return decline(failure.message);
    if (status === 403 || status === 404 || status === 410) {
      onStale(status === 403);
      return showAlert('This checkout is being paid in another window. Wait a moment.');
    }
    if (status === 422) return placeProblems(failure);
    if (status === 429) {
      const wait = failure.retryAfter ?? 60;
      return showAlert(`Too many tries. Nothing was charged. Try again in ${wait} seconds.`);
    }
    if (isLost(failure) && of === 'payment') {
      return showAlert(
        'The answer did not arrive. Press the button again: you are never charged twice.',
        failure,
      );
    }
    showAlert(errorMessage(failure), failure);
  }

  function showAlert(words: string, error?: unknown) {
    setAlert({ kind: 'other', words, error });
  }

  /** Places the errors of a 422 at their fields, the rest above the button. */
  function placeProblems(failure: ApiFailure) {
    const placed: Record<string, string> = {};
    const left: string[] = [];
    for (const { loc, msg } of failure.problems) {
      const path = loc.slice(1).join('.');
      if (path === 'confirmation_token_id') placed['card.number'] = msg;
      else if (path === 'discount_id') placed.discount_code = msg;
      else if (isShown(path)) placed[path] = msg;
      else left.push(msg);
    }
    flushSync(() => {
      setRefused(placed);
      if (left.length > 0) showAlert(left.join(' '), failure);
    });
    focusFirstProblem();
  }

  function isShown(path: string): boolean {
    return form.current?.querySelector(`[data-path="${CSS.escape(path)}"]`) !== null;
  }

  return {
    form,
    values,
    typedCode,
    setTypedCode,
    problemOf,
    touch,
    refuse,
    change,
    changeCard,
    applyCode: live.applyCode,
    announcement: live.announcement,
    submit,
    isPending,
    hasCard,
    alert,
    alertRef,
    /** Set while the bank asks the buyer to approve the payment. */
    approval: asked !== null && {
      onApprove: () => {
        setAsked(null);
        void pay(authenticated(asked));
      },
      onFail: () => {
        setAsked(null);
        decline(
          'The bank did not confirm the payment. Nothing was charged. Try again or use another card.',
        );
      },
    },
  };
}
