'use client';

import type { CheckoutForm } from '@/components/checkouts/checkout-values';
import { FormPart } from '@/components/checkouts/form-part';
import { CUSTOMERS } from '@/components/entities/searchable-customers';
import { SUBSCRIPTIONS } from '@/components/entities/searchable-subscriptions';
import { EntityField } from '@/components/entity-picker/entity-field';
import { useSelectedEntity } from '@/components/entity-picker/use-entity-search';
import { SelectField, TextField } from '@/components/form/fields';
import { allCountries, postalCodeName, stateName, statesOf } from '@/components/ui/countries';

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
    <FormPart
      title="Buyer"
      help="All of it may stay empty: what you leave out, the buyer fills in at checkout."
    >
      {isNew && (
        <EntityField
          form={form}
          name="customer_id"
          entity={CUSTOMERS}
          label="Customer"
          optional="unmarked"
          emptyLabel="Anybody with the link"
          help="The e-mail address of a customer is fixed, and the purchase joins the earlier ones."
          emptyText="There is no customer yet: checkouts add them."
          onPick={() => form.setValue('subscription_id', null)}
        />
      )}
      {isNew && isRecurring && customerId !== null && (
        <EntityField
          form={form}
          name="subscription_id"
          entity={SUBSCRIPTIONS}
          label="Moves the subscription"
          optional="unmarked"
          emptyLabel="None: the buyer gets a new one"
          filters={{ active: true, customer_id: [customerId] }}
          emptyText="The customer has no running subscription."
          help="One with a free price goes on at the price of this checkout."
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {customerId === null && (
          <TextField
            form={form}
            name="customer_email"
            label="E-mail"
            optional="unmarked"
            type="email"
            autoComplete="off"
          />
        )}
        <TextField
          form={form}
          name="customer_name"
          label="Name"
          optional="unmarked"
          autoComplete="off"
        />
      </div>
      <BillingAddress form={form} />
      {customerId !== null && isNew && <OwnData id={customerId} />}
    </FormPart>
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
      <SelectField
        form={form}
        name="customer_billing_address.country"
        label="Country"
        optional="unmarked"
        emptyLabel="Asked at checkout"
        options={allCountries()}
        onInput={() => form.setValue('customer_billing_address.state', null)}
      />
      {states ? (
        <SelectField
          form={form}
          name="customer_billing_address.state"
          label={stateName(country)}
          optional="unmarked"
          emptyLabel="Asked at checkout"
          options={state && !isListed ? [{ value: state, label: state }, ...states] : states}
        />
      ) : (
        line('state', 'State or region')
      )}
      {line('line1', 'Address')}
      {line('line2', 'Second line')}
      {line('postal_code', postalCodeName(country))}
      {line('city', 'City')}
      <TextField
        form={form}
        name="customer_tax_id"
        label="Tax id"
        optional="unmarked"
        help="Checked by the rules of the country."
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
    tax_id && `tax id ${tax_id[0]}`,
  ].filter(Boolean);
  return (
    <p className="text-xs text-muted wrap-anywhere">
      {own.length > 0
        ? `Left empty, it is what the customer has: ${own.join('; ')}.`
        : 'The customer has neither name nor address yet.'}
    </p>
  );
}
