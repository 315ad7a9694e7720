'use client';

import { ContractFormBody } from '@/components/form/contract-form';
import { SelectField, TextareaField } from '@/components/form/fields';
import { useConfirmThenLeave } from '@/components/form/leave-guard';
import { useContractForm } from '@/components/form/use-contract-form';
import { CANCELLATION_REASONS } from '@/components/subscriptions/cancellation-reasons';
import { Effects, usePreview, usePreviewedChange } from '@/components/subscriptions/effects';
import { LABELS } from '@/components/subscriptions/list-texts';
import { subscriptionTitle } from '@/components/subscriptions/names';
import { CANCEL_DIALOG } from '@/components/subscriptions/texts';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { formatDate, useTimeZone } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import { updateSubscription } from '@/lib/resources/subscriptions/contract';
import type { Subscription, SubscriptionUpdate } from '@/lib/resources/subscriptions/schema';

interface Props {
  subscription: Subscription;
  onClose: () => void;
}

const REASONS = Object.entries(CANCELLATION_REASONS).map(([value, label]) => ({ value, label }));

/** Cancels a subscription at the end of its period, with the reason if the seller knows it. */
export function CancelDialog(props: Props) {
  const { subscription, onClose } = props;
  const { current_period_end } = subscription;
  const zone = useTimeZone();
  const confirmThenLeave = useConfirmThenLeave();
  const day = current_period_end ? formatDate(current_period_end, zone) : 'the end of its period';
  return (
    <Dialog
      open
      onOpenChange={() => confirmThenLeave(onClose)}
      title={CANCEL_DIALOG.title(subscriptionTitle(subscription))}
      description={CANCEL_DIALOG.itStaysAsIt(day)}
    >
      <CancelForm {...props} />
    </Dialog>
  );
}

function CancelForm({ subscription, onClose }: Props) {
  const zone = useTimeZone();
  const confirmThenLeave = useConfirmThenLeave();
  const previewed = usePreviewedChange(subscription);
  const preview = usePreview(subscription, { cancel_at_period_end: true });
  const form = useContractForm(updateSubscription, {
    ...previewed,
    defaultValues: {
      cancel_at_period_end: true,
      cancellation_reason: null,
      cancellation_comment: null,
    } as SubscriptionUpdate,
    onSuccess: ({ current_period_end }) => {
      const day = current_period_end
        ? CANCEL_DIALOG.itEndsOn(formatDate(current_period_end, zone))
        : '';
      showToast(CANCEL_DIALOG.canceled(day));
      onClose();
    },
  });
  return (
    <ContractFormBody form={form} label={CANCEL_DIALOG.cancellation}>
      <Effects preview={preview} subscription={subscription} chargedAt="next" endsLater />
      <SelectField
        form={form}
        name="cancellation_reason"
        label={CANCEL_DIALOG.reason}
        optional
        emptyLabel={CANCEL_DIALOG.notKnown}
        options={REASONS}
      />
      <TextareaField
        form={form}
        name="cancellation_comment"
        label={LABELS.cancellationComment}
        rows={2}
        maxLength={500}
        optional
      />
      <DialogActions>
        <Button onClick={() => confirmThenLeave(onClose)}>{CANCEL_DIALOG.goBack}</Button>
        <Button type="submit" variant="danger" pending={form.isSubmitting || preview.isPending}>
          {CANCEL_DIALOG.cancelAtPeriodEnd}
        </Button>
      </DialogActions>
    </ContractFormBody>
  );
}
