'use client';

import { useQuery } from '@tanstack/react-query';
import { BuyerFields } from '@/components/checkouts/buyer-fields';
import { previewAmounts, priceWords } from '@/components/checkouts/prices';
import { linesOf } from '@/components/checkouts/receipt';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import {
  CheckboxField,
  MetadataField,
  MoneyField,
  SelectField,
  TextField,
} from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { LinkButton } from '@/components/ui/button';
import { Section } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { Receipt } from '@/components/ui/receipt';
import { query } from '@/lib/api/queries';
import { createCheckout } from '@/lib/checkouts/contract';
import type { Checkout } from '@/lib/checkouts/schema';
import { listCustomers } from '@/lib/customers/contract';
import { listDiscounts } from '@/lib/discounts/contract';
import type { Product } from '@/lib/products/schema';

interface Props {
  /** The live products. */
  products: readonly Product[];
  /** A checkout to make again. */
  earlier: Checkout | null;
  productId: string | null;
  onCreated: (checkout: Checkout) => void;
}

/** The form of a checkout session, with its receipt beside it. */
export function CheckoutBuilder({ products, earlier, productId, onCreated }: Props) {
  const path = useOrganizationPath();
  const { id } = useOrganization();
  const scope = { organization_id: [id], limit: 100 };
  const customers = useQuery(query(listCustomers, { query: { ...scope, sorting: ['email'] } }));
  const discounts = useQuery(query(listDiscounts, { query: { ...scope, sorting: ['name'] } }));
  const form = useContractForm(createCheckout, {
    defaultValues: startOf(products, earlier, productId),
    toBody: (values) => ({
      ...values,
      // A linked customer brings his own address; a form that was left empty is no address.
      ...(values.customer_billing_address?.country ? {} : { customer_billing_address: null }),
      ...(values.customer_id ? { customer_email: null } : {}),
    }),
    onSuccess: onCreated,
  });
  if (products.length === 0) {
    return (
      <EmptyState
        title="There is nothing to sell yet."
        actions={
          <LinkButton variant="primary" href={path('products/new')}>
            New product
          </LinkButton>
        }
      >
        A checkout sells one product. Add a product first.
      </EmptyState>
    );
  }
  const values = form.watch();
  const product = products.find((candidate) => candidate.id === values.product_id) ?? products[0];
  const price =
    product?.prices.find((candidate) => candidate.id === values.product_price_id) ??
    product?.prices[0];
  const discount =
    discounts.data?.items.find((candidate) => candidate.id === values.discount_id) ?? null;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <ContractFormBody form={form}>
        <SelectField
          form={form}
          name="product_id"
          label="Product"
          options={products.map(({ id, name }) => ({ value: id, label: name }))}
          onInput={() => {
            form.setValue('product_price_id', null);
            form.setValue('amount', null);
          }}
        />
        {product && product.prices.length > 1 && (
          <SelectField
            form={form}
            name="product_price_id"
            label="Price"
            emptyLabel={`${priceWords(product.prices[0] as Product['prices'][number])} (first price)`}
            options={product.prices
              .slice(1)
              .map((candidate) => ({ value: candidate.id, label: priceWords(candidate) }))}
          />
        )}
        {price?.amount_type === 'custom' && (
          <MoneyField
            form={form}
            name="amount"
            label="Amount"
            suffix="USD"
            optional
            help="Left empty, the buyer starts with the preset amount."
          />
        )}
        <SelectField
          form={form}
          name="discount_id"
          label="Discount"
          optional
          emptyLabel="None"
          help={price?.amount_type === 'fixed' ? undefined : 'Only a fixed price takes a discount.'}
          options={(discounts.data?.items ?? []).map(({ id, name, code }) => ({
            value: id,
            label: code ? `${name} (${code})` : name,
          }))}
        />
        <CheckboxField
          form={form}
          name="allow_discount_codes"
          label="The buyer may enter a discount code"
        />
        <SelectField
          form={form}
          name="customer_id"
          label="Customer"
          optional
          emptyLabel="Anybody with the link"
          help="A named customer keeps his e-mail address and sees all his purchases afterwards."
          options={(customers.data?.items ?? []).map(({ id, name, email }) => ({
            value: id,
            label: name ? `${name}, ${email}` : email,
          }))}
        />
        <BuyerFields form={form} isLinked={Boolean(values.customer_id)} />
        <TextField
          form={form}
          name="success_url"
          label="Address after payment"
          optional
          inputMode="url"
          placeholder="https://example.com/thanks?checkout={CHECKOUT_ID}"
          help="{CHECKOUT_ID} is replaced. Left empty, the buyer sees the confirmation page."
        />
        <TextField
          form={form}
          name="embed_origin"
          label="Embedded on"
          optional
          placeholder="https://example.com"
          help="The origin of the page that shows the checkout in a frame."
        />
        <MetadataField
          form={form}
          name="metadata"
          label="Metadata"
          help="Copied to the order and the subscription."
        />
        <MetadataField
          form={form}
          name="customer_metadata"
          label="Metadata for the customer"
          help="Copied to the customer that the sale creates."
        />
        <FormActions>
          <SubmitButton form={form}>Create checkout</SubmitButton>
          <LinkButton href={path('checkouts')}>Cancel</LinkButton>
        </FormActions>
      </ContractFormBody>
      {product && price && (
        <aside aria-label="Preview" className="lg:sticky lg:top-4">
          <Section title="What the buyer pays">
            <Preview
              product={product}
              price={price}
              amount={typeof values.amount === 'number' ? values.amount : null}
              discount={discount}
            />
          </Section>
        </aside>
      )}
    </div>
  );
}

function Preview({
  product,
  price,
  amount,
  discount,
}: {
  product: Product;
  price: Product['prices'][number];
  amount: number | null;
  discount: Parameters<typeof previewAmounts>[2];
}) {
  const amounts = previewAmounts(price, amount, discount);
  const isTrial = price.type === 'recurring' && price.trial_days !== null;
  return (
    <div className="flex flex-col gap-3">
      <Receipt
        currency="usd"
        lines={linesOf({
          product,
          amount: amounts.amount,
          subtotal_amount: amounts.subtotalAmount,
          tax_amount: amounts.taxAmount,
          discount,
        })}
        total={{ label: 'Total', amount: amounts.totalAmount }}
      />
      <p className="text-xs text-muted">
        {price.type === 'recurring' ? `Renews every ${price.recurring_interval}. ` : ''}
        {isTrial ? `Free for ${price.trial_days} days first. ` : ''}
        Tax is not collected.
      </p>
    </div>
  );
}

function startOf(products: readonly Product[], earlier: Checkout | null, productId: string | null) {
  const isLive = (id: string | null) => products.some((product) => product.id === id);
  const taken = earlier && isLive(earlier.product_id) ? earlier : null;
  const wanted = taken?.product_id ?? (isLive(productId) ? productId : products[0]?.id);
  return {
    payment_processor: 'stripe' as const,
    product_id: wanted ?? null,
    product_price_id: taken?.product_price_id ?? null,
    amount: taken?.product_price.amount_type === 'custom' ? taken.amount : null,
    discount_id: taken?.discount_id ?? null,
    allow_discount_codes: taken?.allow_discount_codes ?? true,
    customer_id: taken?.customer_id ?? null,
    customer_email: taken?.customer_email ?? null,
    customer_name: taken?.customer_name ?? null,
    customer_tax_id: taken?.customer_tax_id ?? null,
    customer_billing_address: taken?.customer_billing_address ?? EMPTY_ADDRESS,
    success_url: null,
    embed_origin: taken?.embed_origin ?? null,
    metadata: taken?.metadata ?? {},
    customer_metadata: taken?.customer_metadata ?? {},
  };
}

const EMPTY_ADDRESS = {
  line1: null,
  line2: null,
  postal_code: null,
  city: null,
  state: null,
  country: '',
};
