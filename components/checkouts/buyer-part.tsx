'use client';

import type { CheckoutForm, CheckoutValues } from '@/components/checkouts/checkout-values';
import { LABELS, buyer as texts } from '@/components/checkouts/texts';
import { CUSTOMERS } from '@/components/entities/searchable-customers';
import { SUBSCRIPTIONS } from '@/components/entities/searchable-subscriptions';
import { EntityField } from '@/components/entity-picker/entity-field';
import { useSelectedEntity } from '@/components/entity-picker/use-selected-entity';
import { CountryField } from '@/components/form/country-field';
import { SelectField, TextField } from '@/components/form/fields';
import { FoldedPart } from '@/components/form/form-part';
import { postalCodeName, stateName, statesOf } from '@/components/ui/countries';

const NAMES = [
  'customer_id',
  'subscription_id',
  'customer_email',
  'customer_name',
  'customer_billing_address',
  'customer_tax_id',
] as const;

/** Whether anything about the buyer is known. */
function isFilled(values: CheckoutValues): boolean {
  const { customer_billing_address: address, ...others } = values;
  return NAMES.some((name) => others[name]) || Object.values(address).some(Boolean);
}

/** What a seller knows of the buyer beforehand: who it is, billing address, tax id. */
export function BuyerPart({
  form,
  isNew,
  isRecurring,
}: {
  form: CheckoutForm;
  /** Who buys is settled when a checkout is made. */
  isNew: boolean;
  isRecurring: boolean;
}) {
  const customerId = form.watch('customer_id');
  return (
    <FoldedPart
      form={form}
      names={NAMES}
      opened={isFilled(form.getValues())}
      title={texts.title}
      help={texts.help}
    >
      {isNew && (
        <EntityField
          form={form}
          name="customer_id"
          entity={CUSTOMERS}
          label={LABELS.customer}
          optional="unmarked"
          emptyLabel={texts.anyone}
          help={texts.customerHelp}
          emptyText={texts.noCustomers}
          onPick={() => form.setValue('subscription_id', null)}
        />
      )}
      {isNew && isRecurring && customerId !== null && (
        <EntityField
          form={form}
          name="subscription_id"
          entity={SUBSCRIPTIONS}
          label={texts.subscription}
          optional="unmarked"
          emptyLabel={texts.newSubscription}
          filters={{ active: true, customer_id: [customerId] }}
          emptyText={texts.noSubscriptions}
          help={texts.subscriptionHelp}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {customerId === null && (
          <TextField
            form={form}
            name="customer_email"
            label={LABELS.email}
            optional="unmarked"
            type="email"
            autoComplete="off"
          />
        )}
        <TextField
          form={form}
          name="customer_name"
          label={LABELS.name}
          optional="unmarked"
          autoComplete="off"
        />
      </div>
      <BillingAddress form={form} />
      {customerId !== null && isNew && <OwnData id={customerId} />}
    </FoldedPart>
  );
}

function BillingAddress({ form }: { form: CheckoutForm }) {
  const country = form.watch('customer_billing_address.country') ?? '';
  const state = form.watch('customer_billing_address.state');
  const states = statesOf(country);
  // What came by API may be no code of the list.
  const isListed = states?.some(({ value }) => value === state) ?? false;
  const line = (name: string, label: string) => (
    <TextField
      form={form}
      name={`customer_billing_address.${name}`}
      label={label}
      optional="unmarked"
      autoComplete="off"
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <CountryField
        form={form}
        name="customer_billing_address.country"
        label={texts.country}
        optional="unmarked"
        emptyLabel={texts.askedAtCheckout}
        onPick={() => form.setValue('customer_billing_address.state', null)}
      />
      {line('line1', texts.line1)}
      {line('line2', texts.line2)}
      {line('city', texts.city)}
      {states ? (
        <SelectField
          form={form}
          name="customer_billing_address.state"
          label={stateName(country)}
          optional="unmarked"
          emptyLabel={texts.askedAtCheckout}
          options={state && !isListed ? [{ value: state, label: state }, ...states] : states}
        />
      ) : (
        line('state', texts.state)
      )}
      {line('postal_code', postalCodeName(country))}
      <TextField
        form={form}
        name="customer_tax_id"
        label={LABELS.taxId}
        optional="unmarked"
        help={texts.taxIdHelp}
        autoComplete="off"
      />
    </div>
  );
}

/** What the checkout takes from the customer where it is left empty here. */
function OwnData({ id }: { id: string }) {
  const { item } = useSelectedEntity(CUSTOMERS, id);
  if (!item) return null;
  const { name, billing_address: address, tax_id } = item;
  const own = [
    name,
    address &&
      [address.line1, address.postal_code, address.city, address.country]
        .filter(Boolean)
        .join(', '),
    tax_id && texts.ownTaxId(tax_id[0]),
  ].filter(Boolean);
  return (
    <p className="text-xs text-muted wrap-anywhere">
      {own.length > 0 ? texts.onFile(own.join('; ')) : texts.nothingOnFile}
    </p>
  );
}
