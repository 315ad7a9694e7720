'use client';

import { DISCOUNTS } from '@/components/entities/searchable-discounts';
import { EntityField } from '@/components/entity-picker/entity-field';
import { ContractFormBody } from '@/components/form/contract-form';
import { useContractForm } from '@/components/form/use-contract-form';
import { Effects, usePreview } from '@/components/subscriptions/effects';
import { subscriptionName } from '@/components/subscriptions/names';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { showToast } from '@/components/ui/toast';
import { useRefresh } from '@/lib/client/queries';
import { updateSubscription } from '@/lib/resources/subscriptions/contract';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

interface Props {
  subscription: Subscription;
  onClose: () => void;
}

type Values = { discount_id: string | null };

/** Sets the discount of a subscription, in place of the one that it has. */
export function DiscountDialog(props: Props) {
  const { discount } = props.subscription;
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={`${discount ? 'Replace' : 'Set'} the discount of ${subscriptionName(props.subscription)}`}
      description={
        discount
          ? `It takes the place of ${discount.name}, from the next charge on.`
          : 'It holds from the next charge on.'
      }
    >
      <DiscountForm {...props} />
    </Dialog>
  );
}

function DiscountForm({ subscription, onClose }: Props) {
  const { id } = subscription;
  const refresh = useRefresh(updateSubscription);
  const form = useContractForm(updateSubscription, {
    params: { id },
    guarded: false,
    defaultValues: { discount_id: null } as Values,
    toBody: ({ discount_id }: Values) => ({ discount_id }),
    check: ({ discount_id }) =>
      discount_id === null
        ? [{ loc: ['body', 'discount_id'], msg: 'Choose a discount.', type: 'missing' }]
        : [],
    onSuccess: ({ discount }) => {
      showToast(`Set the discount ${discount?.name}.`);
      onClose();
    },
    onFailure: refresh,
  });
  const discountId = form.watch('discount_id');
  const preview = usePreview(subscription, discountId ? { discount_id: discountId } : null);
  return (
    <ContractFormBody form={form} label="Discount">
      <EntityField
        form={form}
        name="discount_id"
        entity={DISCOUNTS}
        label="Discount"
        emptyText="There are no discounts yet."
      />
      {discountId && <Effects preview={preview} subscription={subscription} chargedAt="next" />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          pending={form.isSubmitting || (discountId !== null && preview.isPending)}
        >
          Set discount
        </Button>
      </DialogActions>
    </ContractFormBody>
  );
}
