'use client';

import { DISCOUNTS } from '@/components/entities/searchable-discounts';
import { EntityField } from '@/components/entity-picker/entity-field';
import { ContractFormBody } from '@/components/form/contract-form';
import { useContractForm } from '@/components/form/use-contract-form';
import { Effects, usePreview, usePreviewedChange } from '@/components/subscriptions/effects';
import { LABELS } from '@/components/subscriptions/list-texts';
import { DISCOUNT_DIALOG } from '@/components/subscriptions/texts';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { UI } from '@/components/ui/texts';
import { showToast } from '@/components/ui/toast';
import { updateSubscription } from '@/lib/resources/subscriptions/contract';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

interface Props {
  subscription: Subscription;
  onClose: () => void;
}

type Values = { discount_id: string | null };

/** Sets the discount of a subscription, in place of the one that it has. */
export function DiscountDialog(props: Props) {
  const { discount, product } = props.subscription;
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={DISCOUNT_DIALOG.title(discount ? 'Replace' : 'Set', product.name)}
      description={
        discount ? DISCOUNT_DIALOG.itTakesThePlace(discount.name) : DISCOUNT_DIALOG.itHoldsFromThe
      }
    >
      <DiscountForm {...props} />
    </Dialog>
  );
}

function DiscountForm({ subscription, onClose }: Props) {
  const previewed = usePreviewedChange(subscription);
  const form = useContractForm(updateSubscription, {
    ...previewed,
    guarded: false,
    defaultValues: { discount_id: null } as Values,
    toBody: ({ discount_id }: Values) => ({ discount_id }),
    check: ({ discount_id }) =>
      discount_id === null
        ? [{ loc: ['body', 'discount_id'], msg: DISCOUNT_DIALOG.chooseADiscount, type: 'missing' }]
        : [],
    onSuccess: ({ discount }) => {
      showToast(DISCOUNT_DIALOG.setTheDiscount(discount?.name ?? ''));
      onClose();
    },
  });
  const discountId = form.watch('discount_id');
  const preview = usePreview(subscription, discountId ? { discount_id: discountId } : null);
  return (
    <ContractFormBody form={form} label={LABELS.discount}>
      <EntityField
        form={form}
        name="discount_id"
        entity={DISCOUNTS}
        label={LABELS.discount}
        emptyText={DISCOUNT_DIALOG.thereAreNoDiscounts}
      />
      {discountId && <Effects preview={preview} subscription={subscription} chargedAt="next" />}
      <DialogActions>
        <Button onClick={onClose}>{UI.cancel}</Button>
        <Button
          type="submit"
          variant="primary"
          pending={form.isSubmitting || (discountId !== null && preview.isPending)}
        >
          {DISCOUNT_DIALOG.setDiscount}
        </Button>
      </DialogActions>
    </ContractFormBody>
  );
}
