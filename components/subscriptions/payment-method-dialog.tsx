'use client';

import { ContractFormBody } from '@/components/form/contract-form';
import { RadiosField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { TEST_METHODS } from '@/components/purchase/test-cards';
import { Effects, usePreview } from '@/components/subscriptions/effects';
import { LABELS } from '@/components/subscriptions/list-texts';
import { methodLabel } from '@/components/subscriptions/names';
import { PAYMENT_METHOD_DIALOG } from '@/components/subscriptions/texts';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { UI } from '@/components/ui/texts';
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
      title={PAYMENT_METHOD_DIALOG.title(subscription.product.name)}
      description={
        payment_method
          ? PAYMENT_METHOD_DIALOG.itTakesThePlace(methodLabel(payment_method))
          : PAYMENT_METHOD_DIALOG.itHasNoPayment
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
      const saved = PAYMENT_METHOD_DIALOG.isChargedFromNow(methodLabel(payment_method));
      const paid = isDue && status === 'active';
      const open = isDue && status !== 'active';
      showToast(
        paid
          ? PAYMENT_METHOD_DIALOG.paid(saved)
          : open
            ? PAYMENT_METHOD_DIALOG.thePaymentIsBeing(saved)
            : saved,
      );
      onClose();
    },
    onFailure: refresh,
    // Whether the chosen one was saved depends on who declined: the page shows which one it has now.
    describeFailure: ({ error, message }) =>
      error === 'PaymentError' && isDue
        ? PAYMENT_METHOD_DIALOG.thePaymentIsStill(message)
        : undefined,
  });
  const preview = usePreview(subscription, isDue ? {} : null);
  return (
    <ContractFormBody form={form} label={LABELS.paymentMethod}>
      <RadiosField
        form={form}
        name="confirmation_token_id"
        label={PAYMENT_METHOD_DIALOG.testPaymentMethod}
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
          <p>{PAYMENT_METHOD_DIALOG.nothingIsChargedNow}</p>
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{UI.cancel}</Button>
        <Button
          type="submit"
          variant="primary"
          pending={form.isSubmitting || (isDue && preview.isPending)}
        >
          {isDue ? PAYMENT_METHOD_DIALOG.useAndChargeNow : PAYMENT_METHOD_DIALOG.useThisCard}
        </Button>
      </DialogActions>
    </ContractFormBody>
  );
}
