'use client';

import { ContractFormBody } from '@/components/form/contract-form';
import { RadiosField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { TEST_METHODS } from '@/components/purchase/test-cards';
import { Effects, usePreview } from '@/components/subscriptions/effects';
import { methodLabel, subscriptionName } from '@/components/subscriptions/names';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { showToast } from '@/components/ui/toast';
import { useRefresh } from '@/lib/client/queries';
import { setSubscriptionPaymentMethod } from '@/lib/resources/subscriptions/contract';
import { isOverdue } from '@/lib/resources/subscriptions/rules';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

interface Props {
  subscription: Subscription;
  onClose: () => void;
}

/** Sets the payment method that renewals charge; what is overdue is charged at once. */
export function PaymentMethodDialog(props: Props) {
  const { subscription, onClose } = props;
  const { payment_method } = subscription;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Use another card for ${subscriptionName(subscription)}`}
      description={
        payment_method
          ? `It takes the place of ${methodLabel(payment_method)}.`
          : 'It has no payment method now.'
      }
    >
      <PaymentMethodForm {...props} />
    </Dialog>
  );
}

function PaymentMethodForm({ subscription, onClose }: Props) {
  const isDue = isOverdue(subscription);
  const refresh = useRefresh(setSubscriptionPaymentMethod);
  const form = useContractForm(setSubscriptionPaymentMethod, {
    params: { id: subscription.id },
    guarded: false,
    defaultValues: { confirmation_token_id: TEST_METHODS[0].token as string },
    onSuccess: ({ status, payment_method }) => {
      const saved = `${methodLabel(payment_method)} is charged from now on.`;
      const paid = isDue && status === 'active';
      const open = isDue && status !== 'active';
      showToast(
        paid ? `Paid. ${saved}` : open ? `${saved} The payment is being processed.` : saved,
      );
      onClose();
    },
    onFailure: refresh,
    // Whether the chosen one was saved depends on who declined: the page shows which one it has now.
    describeFailure: ({ error, message }) =>
      error === 'PaymentError' && isDue ? `${message} The payment is still due.` : undefined,
  });
  const preview = usePreview(subscription, isDue ? {} : null);
  return (
    <ContractFormBody form={form} label="Payment method">
      <RadiosField
        form={form}
        name="confirmation_token_id"
        label="Test payment method"
        options={TEST_METHODS.map(({ token, name, result }) => ({
          value: token,
          label: name,
          help: result,
        }))}
      />
      <div className="border-t border-line pt-4">
        {isDue ? (
          <Effects preview={preview} subscription={subscription} chargedAt="overdue" />
        ) : (
          <p>Nothing is charged now. Renewals charge it from now on.</p>
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          pending={form.isSubmitting || (isDue && preview.isPending)}
        >
          {isDue ? 'Use and charge now' : 'Use this card'}
        </Button>
      </DialogActions>
    </ContractFormBody>
  );
}
