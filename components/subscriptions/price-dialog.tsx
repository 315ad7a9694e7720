'use client';

import { CurrentPrice } from '@/components/entities/current-price';
import { priceLabel } from '@/components/entities/price-labels';
import { PRODUCTS } from '@/components/entities/searchable-products';
import { EntityField } from '@/components/entity-picker/entity-field';
import { useSelectedEntity } from '@/components/entity-picker/use-selected-entity';
import { ContractFormBody } from '@/components/form/contract-form';
import { RadiosField } from '@/components/form/fields';
import { Radios } from '@/components/form/radios';
import { type ContractForm, useContractForm } from '@/components/form/use-contract-form';
import { Effects, usePreview, usePreviewedChange } from '@/components/subscriptions/effects';
import { LABELS } from '@/components/subscriptions/list-texts';
import { behaviorOptions, targetPrices } from '@/components/subscriptions/price-change';
import { PRICE_DIALOG } from '@/components/subscriptions/texts';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { UI } from '@/components/ui/texts';
import { showToast } from '@/components/ui/toast';
import type { Product, ProductPrice } from '@/lib/resources/products/schema';
import { updateSubscription } from '@/lib/resources/subscriptions/contract';
import type { ProrationBehavior, Subscription } from '@/lib/resources/subscriptions/schema';

interface Props {
  subscription: Subscription;
  onClose: () => void;
}

// A type, because an interface is no `Record`, which a form's values are.
type Values = {
  product_id: string | null;
  product_price_id: string | null;
  proration_behavior: ProrationBehavior;
};

/** Moves a subscription to another price, after the charge that follows was shown. */
export function PriceDialog(props: Props) {
  return (
    <Dialog
      open
      wide
      onOpenChange={props.onClose}
      title={PRICE_DIALOG.title(props.subscription.product.name)}
    >
      <PriceForm {...props} />
    </Dialog>
  );
}

function PriceForm({ subscription, onClose }: Props) {
  const { product, status } = subscription;
  const previewed = usePreviewedChange(subscription);
  const form = useContractForm(updateSubscription, {
    ...previewed,
    guarded: false,
    defaultValues: {
      product_id: product.id,
      product_price_id: onlyPrice(product, subscription),
      proration_behavior: 'invoice',
    } as Values,
    toBody: ({ product_price_id, proration_behavior }: Values) => ({
      ...(product_price_id === null ? {} : { product_price_id }),
      proration_behavior,
    }),
    check: ({ product_price_id }) => (product_price_id === null ? [missingPrice()] : []),
    onSuccess: (changed, { product_price_id }) => {
      showToast(doneMessage(changed, product_price_id));
      onClose();
    },
  });
  const chosen = useSelectedEntity(PRODUCTS, form.watch('product_id')).item ?? null;
  const prices = targetPrices(chosen?.prices ?? [], subscription);
  const missingPrice = () =>
    prices.length > 0
      ? { loc: ['body', 'product_price_id'], msg: PRICE_DIALOG.chooseAPrice, type: 'missing' }
      : {
          loc: ['body', 'product_id'],
          msg: PRICE_DIALOG.chooseAProductWith,
          type: 'missing',
        };
  const price = prices.find((one) => one.id === form.watch('product_price_id')) ?? null;
  const options = price ? behaviorOptions(subscription, price) : [];
  const behavior =
    options.find(({ value }) => value === form.watch('proration_behavior')) ?? options[0];
  const preview = usePreview(
    subscription,
    price && {
      product_price_id: price.id,
      ...(behavior ? { proration_behavior: behavior.value } : {}),
    },
  );
  return (
    <ContractFormBody form={form} label={PRICE_DIALOG.anotherPrice}>
      <CurrentPrice
        label={PRICE_DIALOG.currentPrice}
        price={PRICE_DIALOG.priceOf(product.name, priceLabel(subscription.price))}
      />
      <EntityField
        form={form}
        name="product_id"
        entity={PRODUCTS}
        label={LABELS.product}
        filters={{ is_recurring: true, is_archived: false }}
        onPick={(picked) => form.setValue('product_price_id', onlyPrice(picked, subscription))}
      />
      {chosen && <PriceField form={form} prices={prices} />}
      {options.length > 0 && (
        <Radios
          label={PRICE_DIALOG.when}
          value={behavior?.value ?? null}
          options={options}
          onChange={(value) => form.setValue('proration_behavior', value)}
        />
      )}
      {price && (
        <div className="flex flex-col gap-3 border-t border-line pt-4">
          {status === 'trialing' && (
            <p className="text-muted">{PRICE_DIALOG.nothingIsChargedNow}</p>
          )}
          <Effects
            preview={preview}
            subscription={subscription}
            chargedAt={behavior?.chargesNow ? 'now' : 'next'}
          />
          {behavior?.value === 'next_period' && price.product_id !== product.id && (
            <p>{PRICE_DIALOG.itsBenefitsChangeWith}</p>
          )}
          {behavior && behavior.value !== 'next_period' && (
            <p className="text-xs text-muted">{PRICE_DIALOG.whatIsUnusedIs}</p>
          )}
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>{UI.cancel}</Button>
        <Button
          type="submit"
          variant="primary"
          pending={form.isSubmitting || (price !== null && preview.isPending)}
        >
          {PRICE_DIALOG.changePrice}
        </Button>
      </DialogActions>
    </ContractFormBody>
  );
}

/** The price that is chosen by itself: the only one there is to choose. */
function onlyPrice(
  product: Pick<Product, 'prices'> | null,
  subscription: Pick<Subscription, 'price_id' | 'currency'>,
): string | null {
  const [first, ...others] = targetPrices(product?.prices ?? [], subscription);
  return first && others.length === 0 ? first.id : null;
}

function PriceField({
  form,
  prices,
}: {
  form: ContractForm<Values>;
  prices: readonly ProductPrice[];
}) {
  if (prices.length === 0) {
    return (
      <p role="status" className="text-muted">
        {PRICE_DIALOG.thisProductHasNo}
      </p>
    );
  }
  return (
    <RadiosField
      form={form}
      name="product_price_id"
      label={PRICE_DIALOG.newPrice}
      options={prices.map((price) => ({ value: price.id, label: priceLabel(price) }))}
    />
  );
}

function doneMessage({ price, pending_price_id }: Subscription, asked: string | null): string {
  if (pending_price_id === asked) return PRICE_DIALOG.thePriceChangesAt;
  if (price.id === asked) return PRICE_DIALOG.changedTo(priceLabel(price));
  return PRICE_DIALOG.thePaymentIsBeing;
}
