'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useRef, useState } from 'react';
import { Alert } from '@/components/hosted-checkout/card-section';
import type { FormAlert } from '@/components/hosted-checkout/use-payment-form';
import {
  PaymentElement,
  type PaymentElementHandle,
} from '@/components/payment-element/payment-element';
import { authenticateWithStripe } from '@/components/payment-element/stripe';
import { Loading } from '@/components/portal/loading';
import {
  useMayChange,
  useOwn,
  usePortalPath,
  useSeller,
  useSession,
} from '@/components/portal/portal';
import { PortalPage } from '@/components/portal/portal-page';
import { PAYMENT } from '@/components/portal/subscription-texts';
import { SUBSCRIPTION, WHAT } from '@/components/portal/texts';
import { useDue } from '@/components/portal/use-due';
import { Button } from '@/components/ui/button';
import { errorMessage } from '@/components/ui/error-state';
import { Section } from '@/components/ui/section';
import { showToast } from '@/components/ui/toast';
import type { ApiFailure } from '@/lib/client/client';
import { query, useCommand } from '@/lib/client/queries';
import { DEFAULT_CURRENCY } from '@/lib/contract/money';
import { cardName } from '@/lib/resources/payments/rules';
import type { StripeAccess } from '@/lib/resources/portal';
import {
  getCustomerSubscription,
  payCustomerSubscription,
  setCustomerSubscriptionPaymentMethod,
} from '@/lib/resources/subscriptions/operations';
import { isOverdue } from '@/lib/resources/subscriptions/rules';
import type { CustomerSubscription } from '@/lib/resources/subscriptions/schema';

/** Where the payment method of a subscription is replaced, and what is due is paid, through Stripe. */
export function PaymentPage({ id }: { id: string }) {
  return (
    <PortalPage title={PAYMENT.page}>
      <Payment id={id} />
    </PortalPage>
  );
}

function Payment({ id }: { id: string }) {
  const { stripe } = useSeller();
  const mayChange = useMayChange();
  const subscription = useOwn(getCustomerSubscription, { params: { id } });
  return (
    <Loading of={subscription} what={WHAT.subscription}>
      {(found) =>
        stripe && mayChange ? (
          <PaymentForm subscription={found} access={stripe} />
        ) : (
          <p>{PAYMENT.none}</p>
        )
      }
    </Loading>
  );
}

function waitingSecretOf({ payment_processor_metadata: waiting }: CustomerSubscription) {
  return waiting.intent_status === 'requires_action' ? String(waiting.intent_client_secret) : null;
}

function PaymentForm({
  subscription,
  access,
}: {
  subscription: CustomerSubscription;
  access: StripeAccess;
}) {
  const { id, product, payment_method: method } = subscription;
  const params = { id };
  const { accentColor } = useSeller();
  const { token } = useSession();
  const client = useQueryClient();
  const router = useRouter();
  const path = usePortalPath();
  const due = useDue(subscription);
  const element = useRef<PaymentElementHandle>(null);
  const [problem, setProblem] = useState<FormAlert | null>(null);
  const [isPending, setPending] = useState(false);
  const pay = useCommand(payCustomerSubscription, { token });
  const replace = useCommand(setCustomerSubscriptionPaymentMethod, { token });
  const secret = waitingSecretOf(subscription);
  const isDue = isOverdue(subscription) && subscription.paused_at === null;

  /** Does what answers the subscription, and has the buyer authenticate it where his bank asks for that. */
  async function run(begin: () => Promise<CustomerSubscription>) {
    setPending(true);
    setProblem(null);
    try {
      const answer = await begin();
      const asked = waitingSecretOf(answer);
      const found = query(getCustomerSubscription, { params }, { token });
      const current = asked
        ? await authenticateWithStripe(access, asked, {
            read: () => client.fetchQuery({ ...found, staleTime: 0 }),
            isWaiting: (subscription) => waitingSecretOf(subscription) !== null,
          })
        : answer;
      await client.refetchQueries({ type: 'active' });
      if (asked && !isChanged(current)) fail(PAYMENT.refused);
      else {
        showToast(isDue ? PAYMENT.paid : PAYMENT.saved);
        router.push(path(`subscriptions/${id}`));
      }
    } catch (error) {
      fail(errorMessage(error as ApiFailure));
      await client.refetchQueries({ type: 'active' });
    }
    setPending(false);
  }

  /** Whether something has come of it: what was due is paid, or there is another method. */
  function isChanged(current: CustomerSubscription): boolean {
    if (isDue) return !isOverdue(current);
    return JSON.stringify(current.payment_method) !== JSON.stringify(method);
  }

  function fail(words: string) {
    setProblem({ kind: 'declined', words });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    void run(async () => {
      const confirmation_token_id = await element.current?.createToken(null);
      return replace.mutateAsync({
        params,
        body: { confirmation_token_id: confirmation_token_id ?? '' },
      });
    });
  }

  return (
    <div className="flex max-w-xl flex-col gap-6">
      <h1 className="text-xl font-semibold">
        {isDue && due ? PAYMENT.due(due, product.name) : PAYMENT.title(product.name)}
      </h1>
      {problem && <Alert alert={problem} />}
      {secret !== null && (
        <Section title={PAYMENT.waiting}>
          <p className="text-muted">{PAYMENT.waitingText}</p>
          <Button
            variant="primary"
            className="w-fit"
            pending={isPending}
            onClick={() => void run(async () => subscription)}
          >
            {PAYMENT.goOn}
          </Button>
        </Section>
      )}
      {isDue && due && method && (
        <Section title={PAYMENT.withCard(cardName(method))}>
          <Button
            variant={secret === null ? 'primary' : 'secondary'}
            className="w-fit"
            pending={isPending}
            onClick={() => void run(() => pay.mutateAsync({ params }))}
          >
            {PAYMENT.pay(due)}
          </Button>
        </Section>
      )}
      <form onSubmit={submit} aria-label={PAYMENT.another}>
        <Section title={isDue ? PAYMENT.another : PAYMENT.new}>
          <PaymentElement
            ref={element}
            access={access}
            payable={{
              amount: 0,
              currency: subscription.currency ?? DEFAULT_CURRENCY,
              isKept: true,
            }}
            accent={accentColor}
            asksForPayer
          />
          <p className="text-sm text-muted">{isDue ? PAYMENT.dueText : PAYMENT.text}</p>
          <div className="flex flex-wrap gap-3">
            <Button
              type="submit"
              variant={isDue || secret !== null ? 'secondary' : 'primary'}
              pending={isPending}
            >
              {isDue && due ? PAYMENT.payWithNew(due) : SUBSCRIPTION.updateMethod}
            </Button>
          </div>
        </Section>
      </form>
    </div>
  );
}
