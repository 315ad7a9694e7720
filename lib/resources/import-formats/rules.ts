import type { ImportKind } from '@/lib/resources/import-formats/schema';

/** A column that a kind takes, as our exports name it. */
export interface Field {
  name: string;
  isRequired: boolean;
  description: string;
}

/** A row that cannot be taken has one of these for each of its wrong cells. */
export interface CellError {
  column: string;
  code: string;
  detail: string;
}

/** A cell has so many bytes at most. */
export const MAX_CELL_BYTES = 64 * 1024;
/** What an object is called elsewhere, in code points. */
export const MAX_EXTERNAL_ID = 500;

const required = (name: string, description: string): Field => ({
  name,
  isRequired: true,
  description,
});
const optional = (name: string, description: string): Field => ({
  name,
  isRequired: false,
  description,
});

const EXTERNAL_ID = required('external_id', 'What the row is called where it comes from.');
const ID = optional('id', 'The ID of an object that is here already.');
const CREATED = optional('created_at', 'When it was made, such as 2026-05-03T16:05:12Z.');
const MODIFIED = optional('modified_at', 'When it was changed last.');
const METADATA = optional('metadata', 'A JSON object.');
const CUSTOMER = [
  optional('customer_id', 'The ID or external ID of the customer.'),
  optional('customer_email', 'The customer’s email address, in place of an ID.'),
];
const PRODUCT = [
  optional('product_id', 'The ID or external ID of the product.'),
  optional('product_name', 'The product’s name, in place of an ID.'),
];
const DISCOUNT = [optional('discount_code', 'The code of the discount.')];

/** The columns that each kind takes: those of our exports, and a few that these lack. */
export const FIELDS: Readonly<Record<ImportKind, readonly Field[]>> = {
  customers: [
    EXTERNAL_ID,
    required('email', 'Email address.'),
    optional('name', 'Name.'),
    optional('billing_address_line1', 'Street and number.'),
    optional('billing_address_line2', 'Apartment, suite, or floor.'),
    optional('billing_address_postal_code', 'Postal code.'),
    optional('billing_address_city', 'City.'),
    optional('billing_address_state', 'State or province.'),
    optional('billing_address_country', 'Country, as two letters.'),
    optional('tax_id', 'Tax ID.'),
    optional('tax_id_type', 'Type of the tax ID, such as eu_vat.'),
    METADATA,
    CREATED,
    MODIFIED,
    ID,
  ],
  products: [
    EXTERNAL_ID,
    required('name', 'Name.'),
    optional('description', 'Description.'),
    optional('prices_json', 'All prices, as a JSON list.'),
    optional('price_amount_type', 'free, fixed, or custom; fixed where there is an amount.'),
    optional('price_amount', 'Price in the smallest unit of its currency, such as cents.'),
    optional('price_currency', 'Currency, as three letters.'),
    optional('recurring_interval', 'month or year; empty for a one-time purchase.'),
    optional(
      'benefits',
      'Descriptions of benefits that are here already, separated by semicolons.',
    ),
    optional('is_archived', 'true or false.'),
    METADATA,
    CREATED,
    MODIFIED,
    ID,
  ],
  discounts: [
    EXTERNAL_ID,
    required('name', 'Name.'),
    optional('code', 'Code, of letters and digits.'),
    required('type', 'fixed or percentage.'),
    optional('amount', 'Amount off, in the smallest unit of its currency.'),
    optional('currency', 'Currency of the amount.'),
    optional('basis_points', 'Hundredths of a percent: 2500 is 25%.'),
    required('duration', 'once, forever, or repeating.'),
    optional('duration_in_months', 'For how many months, where it is repeating.'),
    optional('starts_at', 'When it can be used from.'),
    optional('ends_at', 'When it can be used until.'),
    optional('max_redemptions', 'How often it can be used.'),
    optional('redemptions_count', 'How often it was used.'),
    optional('products', 'Products that it is for, separated by semicolons.'),
    METADATA,
    CREATED,
    MODIFIED,
    ID,
  ],
  license_keys: [
    EXTERNAL_ID,
    required('key', 'The license key.'),
    optional('status', 'granted, revoked, or disabled.'),
    ...CUSTOMER,
    optional('benefit_id', 'The ID or description of the benefit.'),
    optional('subscription_id', 'The ID or external ID of the subscription that it came with.'),
    optional('order_id', 'The ID or external ID of the order that it came with.'),
    ...PRODUCT,
    optional('limit_activations', 'How many devices may use it; empty: none.'),
    optional('expire_activations_after_days', 'After how many unused days an activation ends.'),
    optional('usage', 'How much of it was used.'),
    optional('limit_usage', 'How much of it may be used.'),
    optional('validations', 'How often it was validated.'),
    optional('last_validated_at', 'When it was validated last.'),
    optional('expires_at', 'When it expires.'),
    optional('transferred_at', 'When it was given to another customer.'),
    optional('activations', 'A JSON list: [{"label": "Laptop", "conditions": {}, "meta": {}}].'),
    CREATED,
    MODIFIED,
    ID,
  ],
  subscriptions: [
    EXTERNAL_ID,
    required('status', 'trialing, active, past_due, unpaid, canceled, or incomplete.'),
    ...CUSTOMER,
    ...PRODUCT,
    optional('amount', 'Price of an interval in the smallest unit of its currency; empty: free.'),
    optional('currency', 'Currency, as three letters.'),
    required('recurring_interval', 'month or year.'),
    ...DISCOUNT,
    optional(
      'order_id',
      'The external ID of the order that began it, which license keys may name.',
    ),
    optional('started_at', 'When it began.'),
    optional('current_period_start', 'When the present period began.'),
    required('current_period_end', 'When the present period ends, and the next charge is due.'),
    optional('anchor_day', 'The day of the month on which it renews, 1 to 31.'),
    optional('cancel_at_period_end', 'true where it ends then.'),
    optional('canceled_at', 'When it was canceled.'),
    optional('ended_at', 'When it has ended.'),
    optional('custom_field_data', 'A JSON object.'),
    METADATA,
    CREATED,
    ID,
  ],
  orders: [
    EXTERNAL_ID,
    required('created_at', 'When it was sold.'),
    optional('status', 'paid, partially_refunded, or refunded.'),
    optional('billing_reason', 'purchase, subscription_create, or subscription_cycle.'),
    required('amount', 'Amount after the discount and before tax, in the smallest unit.'),
    optional('tax_amount', 'Tax, in the smallest unit.'),
    optional('discount_amount', 'What a discount took off the price, in the smallest unit.'),
    optional('refunded_amount', 'What was given back, tax included.'),
    optional('currency', 'Currency, as three letters.'),
    ...CUSTOMER,
    ...PRODUCT,
    ...DISCOUNT,
    optional('subscription_id', 'The ID or external ID of the subscription that it paid for.'),
    optional('billing_name', 'Name of the buyer.'),
    optional('billing_address_country', 'Country of the buyer, as two letters.'),
    optional('custom_field_data', 'A JSON object.'),
    METADATA,
    MODIFIED,
    ID,
  ],
};
