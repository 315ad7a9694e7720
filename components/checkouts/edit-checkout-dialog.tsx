'use client';

import { BuyerFields } from '@/components/checkouts/buyer-fields';
import { priceWords } from '@/components/checkouts/prices';
import { ContractFormBody, SubmitButton } from '@/components/form/contract-form';
import { CheckboxField, MoneyField, SelectField, TextField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { say } from '@/components/ui/toast';
import { updateCheckout } from '@/lib/checkouts/contract';
import type { Checkout } from '@/lib/checkouts/schema';

/** Changes an open checkout: price, amount, buyer and what happens after payment. */
export function EditCheckoutDialog({
  checkout,
  onClose,
}: {
  checkout: Checkout;
  onClose: () => void;
}) {
  const { product, product_price, customer_billing_address: address } = checkout;
  const form = useContractForm(updateCheckout, {
    params: { id: checkout.id },
    guarded: false,
    defaultValues: {
      product_price_id: checkout.product_price_id,
      ...(product_price.amount_type === 'custom' ? { amount: checkout.amount } : {}),
      allow_discount_codes: checkout.allow_discount_codes,
      customer_email: checkout.customer_email,
      customer_name: checkout.customer_name,
      customer_tax_id: checkout.customer_tax_id,
      customer_billing_address: {
        line1: address?.line1 ?? null,
        line2: address?.line2 ?? null,
        postal_code: address?.postal_code ?? null,
        city: address?.city ?? null,
        state: address?.state ?? null,
        country: address?.country ?? '',
      },
      embed_origin: checkout.embed_origin,
    },
    toBody: (values) => ({
      ...values,
      ...(values.customer_billing_address?.country ? {} : { customer_billing_address: null }),
    }),
    onSuccess: () => {
      say('Checkout saved.');
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Edit the checkout" wide>
      <ContractFormBody form={form}>
        {product.prices.length > 1 && (
          <SelectField
            form={form}
            name="product_price_id"
            label="Price"
            options={product.prices.map((price) => ({ value: price.id, label: priceWords(price) }))}
          />
        )}
        {product_price.amount_type === 'custom' && (
          <MoneyField form={form} name="amount" label="Amount" suffix="USD" optional />
        )}
        <CheckboxField
          form={form}
          name="allow_discount_codes"
          label="The buyer may enter a discount code"
        />
        <BuyerFields form={form} isLinked={checkout.customer_id !== null} />
        <TextField
          form={form}
          name="embed_origin"
          label="Embedded on"
          optional
          placeholder="https://example.com"
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton form={form}>Save</SubmitButton>
        </DialogActions>
      </ContractFormBody>
    </Dialog>
  );
}
