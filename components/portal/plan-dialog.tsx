'use client';

import { CurrentPrice } from '@/components/entities/current-price';
import { priceLabel } from '@/components/entities/price-labels';
import { ContractFormBody } from '@/components/form/contract-form';
import { RadiosField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { useOwn, useReload, useSession } from '@/components/portal/portal';
import { otherPrices } from '@/components/portal/subscription-actions';
import { CHANGE } from '@/components/portal/subscription-texts';
import { monthlyEquivalent } from '@/components/purchase/summary';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { formatMoney } from '@/components/ui/money';
import { Receipt, receiptLines } from '@/components/ui/receipt';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDate, useTimeZone } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import {
  previewCustomerSubscription,
  updateCustomerSubscription,
} from '@/lib/resources/subscriptions/operations';
import type {
  CustomerSubscription,
  SubscriptionPreview,
} from '@/lib/resources/subscriptions/schema';

interface Props {
  subscription: CustomerSubscription;
  onClose: () => void;
}

/** Moves a subscription to another price of its product, after what that costs was shown. */
export function PlanDialog(props: Props) {
  const { subscription, onClose } = props;
  return (
    <Dialog open onOpenChange={onClose} title={CHANGE.title(subscription.product.name)}>
      <PlanForm {...props} />
    </Dialog>
  );
}

function PlanForm({ subscription, onClose }: Props) {
  const { token } = useSession();
  const reload = useReload();
  const { id, currency } = subscription;
  const prices = otherPrices(subscription);
  const form = useContractForm(updateCustomerSubscription, {
    token,
    guarded: false,
    params: { id },
    defaultValues: { product_price_id: prices[0]?.id ?? '' },
    onSuccess: async ({ price_id }, { product_price_id }) => {
      await reload();
      showToast(price_id === product_price_id ? CHANGE.done : CHANGE.processing);
      onClose();
    },
  });
  const product_price_id = form.watch('product_price_id') ?? '';
  const preview = useOwn(previewCustomerSubscription, {
    params: { id },
    query: { product_price_id },
  });
  const now = preview.data?.amount_now ?? 0;
  return (
    <ContractFormBody form={form} label={CHANGE.label}>
      <CurrentPrice label={CHANGE.current} price={priceLabel(subscription.price)} />
      <RadiosField
        form={form}
        name="product_price_id"
        label={CHANGE.label}
        options={prices.map((price) => ({
          value: price.id,
          label: priceLabel(price),
          help: monthlyEquivalent(price) ?? undefined,
        }))}
      />
      <div className="flex min-h-24 flex-col gap-3 border-t border-line pt-4">
        {preview.error && <ErrorNote error={preview.error} />}
        {preview.isPending && <Skeleton className="h-20 w-full" />}
        {preview.data && <Cost preview={preview.data} currency={currency} />}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{CHANGE.cancel}</Button>
        <Button type="submit" variant="primary" pending={form.isSubmitting || preview.isPending}>
          {CHANGE.verb(now > 0 ? formatMoney(now, currency) : null)}
        </Button>
      </DialogActions>
    </ContractFormBody>
  );
}

function Cost({ preview, currency }: { preview: SubscriptionPreview; currency: string | null }) {
  const zone = useTimeZone();
  const { lines, amount_now, credit_after, next_charge_at, next_charge_amount } = preview;
  return (
    <>
      {amount_now > 0 ? (
        <Receipt
          lines={receiptLines(lines)}
          total={{ label: CHANGE.now, amount: amount_now }}
          currency={currency}
        />
      ) : (
        <p>{CHANGE.nothing}</p>
      )}
      {credit_after > 0 && <p>{CHANGE.credit(formatMoney(credit_after, currency))}</p>}
      {next_charge_at && (
        <p className="text-muted">
          {CHANGE.next(formatMoney(next_charge_amount, currency), formatDate(next_charge_at, zone))}
        </p>
      )}
    </>
  );
}
