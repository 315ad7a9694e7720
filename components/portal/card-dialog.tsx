'use client';

import { useRef, useState } from 'react';
import { ContractFormBody } from '@/components/form/contract-form';
import { useContractForm } from '@/components/form/use-contract-form';
import { AuthenticationDialog } from '@/components/hosted-checkout/authentication-dialog';
import {
  authenticated,
  type CardValues,
  cardProblems,
  NO_CARD,
  testMethodOf,
} from '@/components/hosted-checkout/card';
import { CardSection } from '@/components/hosted-checkout/card-section';
import { useReload, useSeller, useSession } from '@/components/portal/portal';
import { CARD } from '@/components/portal/subscription-texts';
import { useDue } from '@/components/portal/use-due';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { showToast } from '@/components/ui/toast';
import { bodyProblem } from '@/lib/contract/errors';
import { setCustomerSubscriptionPaymentMethod } from '@/lib/resources/subscriptions/operations';
import { isOverdue } from '@/lib/resources/subscriptions/rules';
import type { CustomerSubscription } from '@/lib/resources/subscriptions/schema';

interface Props {
  subscription: CustomerSubscription;
  onClose: () => void;
}

/** Another card for the renewals; what is due is charged to it at once. */
export function CardDialog({ subscription, onClose }: Props) {
  const { product } = subscription;
  const isDue = isOverdue(subscription);
  const due = useDue(subscription);
  return (
    <Dialog
      open
      modal
      onOpenChange={onClose}
      title={CARD.title(product.name)}
      description={isDue ? due && CARD.due(due) : CARD.text}
    >
      <CardForm subscription={subscription} due={due} onClose={onClose} />
    </Dialog>
  );
}

function cardOf(method: CustomerSubscription['payment_method']): string {
  return `${method?.brand} ${method?.last4}`;
}

function CardForm({ subscription, due, onClose }: Props & { due: string | null }) {
  const { token } = useSession();
  const reload = useReload();
  const { isSandbox } = useSeller();
  const { id, payment_method } = subscription;
  const isDue = isOverdue(subscription);
  const [replaced] = useState(payment_method);
  // Of a card that is declined at once nothing is kept (docs/contract/payments.md#methods-that-decline).
  const isKept = isDue && cardOf(payment_method) !== cardOf(replaced);
  const isApproved = useRef(false);
  const [isAsked, setAsked] = useState(false);
  const form = useContractForm(setCustomerSubscriptionPaymentMethod, {
    token,
    guarded: false,
    params: { id },
    defaultValues: { card: NO_CARD },
    check: ({ card }: CardValues) =>
      Object.entries(cardProblems(card, new Date())).map(([field, problem]) =>
        bodyProblem(['card', field], problem),
      ),
    toBody: ({ card }) => {
      const method = testMethodOf(card.number) ?? '';
      return { confirmation_token_id: isApproved.current ? authenticated(method) : method };
    },
    fieldNames: { confirmation_token_id: 'card.number' },
    onSuccess: async ({ status, payment_processor_metadata: waiting }) => {
      if (waiting.intent_status) {
        setAsked(true);
        return;
      }
      await reload();
      const paid = status === 'active' ? CARD.paid : CARD.processing;
      showToast(isDue ? paid : CARD.saved);
      onClose();
    },
    takeFailure: () => {
      isApproved.current = false;
      return false;
    },
    onFailure: reload,
  });
  return (
    <ContractFormBody form={form} label={CARD.form}>
      {isKept && (
        <p role="status" className="text-muted">
          {CARD.kept}
        </p>
      )}
      <CardSection form={form} isSandbox={isSandbox} />
      <DialogActions>
        <Button onClick={onClose}>{CARD.cancel}</Button>
        {isSandbox && (
          <Button
            type="submit"
            variant="primary"
            pending={form.isSubmitting || (isDue && due === null)}
          >
            {due === null ? CARD.save : CARD.pay(due)}
          </Button>
        )}
      </DialogActions>
      {isAsked && (
        <AuthenticationDialog
          amount={due ?? CARD.bank}
          onFail={() => setAsked(false)}
          onApprove={() => {
            setAsked(false);
            isApproved.current = true;
            form.submit();
          }}
        />
      )}
    </ContractFormBody>
  );
}
