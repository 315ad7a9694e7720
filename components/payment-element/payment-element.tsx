'use client';

import type { Appearance, StripeElements, StripeElementsOptionsMode } from '@stripe/stripe-js';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { loadStripe } from '@/components/payment-element/stripe';
import { ELEMENT, NOT_READY } from '@/components/payment-element/texts';
import { Button } from '@/components/ui/button';
import { ApiFailure } from '@/lib/client/client';
import { EXCLUDED_METHODS } from '@/lib/contract/payment-methods';
import type { StripeAccess } from '@/lib/resources/portal';

/** What is paid by the form. */
export interface Payable {
  /** Minor units; 0 stores the method alone. */
  amount: number;
  currency: string;
  /** Whether the method is charged again later. */
  isKept: boolean;
}

/** Who pays, where the page itself has asked for that. */
export interface Payer {
  name: string;
  email: string;
  country: string | null;
}

/** How a page uses the form. */
export interface PaymentElementHandle {
  /**
   * A token of what the buyer has entered. Rejects with an `ApiFailure` of 402 where something is wrong with it; the form
   * shows at which of its fields.
   */
  createToken(payer: Payer | null): Promise<string>;
}

/**
 * Stripe's Payment Element, in the look of the page: what is typed goes to Stripe alone, and the product has a token of it
 * (docs/contract/payments.md#payment-form).
 */
export function PaymentElement({
  ref,
  access,
  payable,
  accent,
  asksForPayer = false,
}: {
  ref: Ref<PaymentElementHandle>;
  access: StripeAccess;
  payable: Payable;
  /** The seller's color. */
  accent: string | null;
  /** Whether the form asks who pays, where the page does not. */
  asksForPayer?: boolean;
}) {
  const place = useRef<HTMLDivElement>(null);
  const elements = useRef<StripeElements>(null);
  const tokens = useRef<(payer: Payer | null) => Promise<string>>(null);
  const [tries, setTries] = useState(1);
  /** What came of a try. */
  const [known, setKnown] = useState<{ tries: number; is: 'ready' | 'failed' } | null>(null);
  const state = known?.tries === tries ? known.is : 'loading';
  const { script, publishableKey } = access;
  const { amount, currency, isKept } = payable;

  const mount = useEffectEvent((made: StripeElements) => {
    elements.current = made;
    const known = { name: 'never', email: 'never', address: { country: 'never' } } as const;
    const element = made.create(
      'payment',
      asksForPayer ? {} : { fields: { billingDetails: known } },
    );
    element.on('ready', () => setKnown({ tries, is: 'ready' }));
    element.on('loaderror', () => setKnown({ tries, is: 'failed' }));
    if (place.current) element.mount(place.current);
    return element;
  });
  const options = useEffectEvent(() => ({
    ...modeOf(payable),
    excludedPaymentMethodTypes: [...EXCLUDED_METHODS],
    appearance: appearanceOf(place.current, accent),
  }));

  useEffect(() => {
    let isLeft = false;
    let unmount = () => {};
    loadStripe(script, publishableKey).then(
      (stripe) => {
        if (isLeft) return;
        const made = stripe.elements(options() as StripeElementsOptionsMode);
        const element = mount(made);
        tokens.current = async (payer) => {
          const submitted = await made.submit();
          if (submitted.error) throw problemOf(submitted.error);
          const { error, confirmationToken } = await stripe.createConfirmationToken({
            elements: made,
            params: payer ? { payment_method_data: { billing_details: billingOf(payer) } } : {},
          });
          if (error) throw problemOf(error);
          return confirmationToken.id;
        };
        unmount = () => element.destroy();
      },
      () => {
        if (!isLeft) setKnown({ tries, is: 'failed' });
      },
    );
    return () => {
      isLeft = true;
      elements.current = null;
      tokens.current = null;
      unmount();
    };
  }, [script, publishableKey, tries]);

  useEffect(() => {
    elements.current?.update(modeOf({ amount, currency, isKept }));
  }, [amount, currency, isKept]);

  useImperativeHandle(ref, () => ({
    createToken: (payer) => {
      if (!tokens.current || state !== 'ready') throw problemOf({ message: NOT_READY });
      return tokens.current(payer);
    },
  }));

  return (
    <div className="min-h-40">
      {state === 'loading' && (
        <p role="status" className="text-muted">
          {ELEMENT.loading}
        </p>
      )}
      {state === 'failed' && (
        <div role="alert" className="flex flex-col items-start gap-3">
          <p className="text-bad">{ELEMENT.failed}</p>
          <Button onClick={() => setTries(tries + 1)}>{ELEMENT.retry}</Button>
        </div>
      )}
      <div ref={place} hidden={state === 'failed'} />
    </div>
  );
}

/** The options of Stripe for what is paid: they have to fit the intent that the server makes. */
function modeOf({ amount, currency, isKept }: Payable) {
  if (amount === 0) return { mode: 'setup' as const, currency };
  const usage = { setupFutureUsage: isKept ? ('off_session' as const) : null };
  return { mode: 'payment' as const, amount, currency, ...usage };
}

function billingOf({ name, email, country }: Payer) {
  return { name, email, address: { country } };
}

function problemOf({ message = ELEMENT.failed }: { message?: string }): ApiFailure {
  return new ApiFailure(402, { error: 'PaymentError', detail: message });
}

/** The page's own colors, as Stripe reads colors. */
function appearanceOf(within: HTMLElement | null, accent: string | null): Appearance {
  const color = (value: string) => resolved(within, value);
  return {
    theme: 'stripe',
    variables: {
      colorPrimary: color(accent ?? 'var(--accent)'),
      colorBackground: color('var(--surface)'),
      colorText: color('var(--ink)'),
      colorTextSecondary: color('var(--muted)'),
      colorTextPlaceholder: color('var(--muted)'),
      colorDanger: color('var(--bad)'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '4px',
      spacingUnit: '4px',
    },
    rules: {
      '.Input': { border: `1px solid ${color('var(--control)')}`, boxShadow: 'none' },
      '.Label': { fontWeight: '500' },
    },
  };
}

/** A color of the page as `rgb(…)`: of variables, of either theme, and in any notation. */
function resolved(within: HTMLElement | null, value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  (within ?? document.body).append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return color;
  pen.fillStyle = color;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}
