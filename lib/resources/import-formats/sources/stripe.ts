import {
  codeText,
  currencyOf,
  lower,
  major,
  oneOf,
  type SourceTable,
  unixTime,
} from '@/lib/resources/import-formats/sources/source';

const CREATED = ['Created (UTC)', 'Created date (UTC)', 'Date (UTC)', 'Created'];

const STATUSES = oneOf({ incomplete_expired: 'incomplete_expired', paused: 'active' });

/**
 * Stripe's dashboard exports, as public programs read them: Stripe lists their columns nowhere. Coupons have no such
 * export: their names are those of the API's objects.
 */
export const stripe: SourceTable = {
  kinds: {
    customers: {
      columns: {
        external_id: 'id',
        email: 'Email',
        name: ['Name', 'Card Name', 'Description'],
        billing_address_line1: ['Address Line1', 'Card Address Line1'],
        billing_address_line2: ['Address Line2', 'Card Address Line2'],
        billing_address_city: ['Address City', 'Card Address City'],
        billing_address_state: ['Address State', 'Card Address State'],
        billing_address_postal_code: ['Address Postal Code', 'Card Address Zip'],
        billing_address_country: ['Address Country', 'Card Address Country'],
        created_at: CREATED,
      },
    },
    products: {
      columns: {
        external_id: ['Product ID', 'id'],
        name: ['Product Name', 'Name'],
        description: 'Description',
        price_amount: { from: 'Amount', as: major('Currency') },
        price_currency: { from: 'Currency', as: lower },
        recurring_interval: { from: 'Interval', as: lower },
        created_at: CREATED,
      },
    },
    discounts: {
      columns: {
        external_id: 'id',
        name: { from: ['name', 'Name'], as: (value, cell) => value || cell('id') },
        code: { from: ['code', 'id'], as: codeText },
        type: {
          from: ['percent_off', 'Percent Off'],
          as: (value) => (value === '' ? 'fixed' : 'percentage'),
        },
        basis_points: {
          from: ['percent_off', 'Percent Off'],
          as: (value) => (value === '' ? '' : String(Math.round(Number(value) * 100))),
        },
        amount: ['amount_off', 'Amount Off'],
        currency: { from: ['currency', 'Currency'], as: lower },
        duration: { from: ['duration', 'Duration'], as: lower },
        duration_in_months: ['duration_in_months', 'Duration in Months'],
        max_redemptions: ['max_redemptions', 'Max Redemptions'],
        redemptions_count: ['times_redeemed', 'Times Redeemed'],
        ends_at: { from: ['redeem_by', 'expires_at', 'Redeem By'], as: unixTime },
        created_at: { from: ['created', 'Created (UTC)'], as: unixTime },
      },
    },
    subscriptions: {
      columns: {
        external_id: 'id',
        status: { from: 'Status', as: STATUSES },
        customer_id: 'Customer ID',
        customer_email: 'Customer Email',
        product_id: 'Product',
        amount: { from: 'Amount', as: major('Currency') },
        currency: { from: 'Currency', as: currencyOf },
        recurring_interval: { from: 'Interval', as: lower },
        discount_code: { from: 'Coupon', as: codeText },
        started_at: ['Start Date (UTC)', 'Start (UTC)', 'Created (UTC)'],
        current_period_start: 'Current Period Start (UTC)',
        current_period_end: 'Current Period End (UTC)',
        ended_at: {
          from: 'Ended At (UTC)',
          as: (value, cell) => value || cell('Canceled At (UTC)'),
        },
        created_at: CREATED,
      },
    },
    orders: {
      columns: {
        external_id: 'id',
        created_at: CREATED,
        amount: { from: 'Amount', as: major('Currency') },
        refunded_amount: { from: 'Amount Refunded', as: major('Currency') },
        currency: { from: 'Currency', as: lower },
        customer_id: 'Customer ID',
        customer_email: 'Customer Email',
        product_id: ['product_id (metadata)', 'Product ID', 'Product'],
        product_name: ['product_name (metadata)', 'Product Name', 'Description'],
        subscription_id: ['subscription_id (metadata)', 'Subscription'],
        billing_address_country: 'Card Address Country',
      },
      // One row an attempt, failed ones too.
      skips: (cell) => {
        const status = cell('Status').toLowerCase();
        return (
          (status !== '' && status !== 'paid' && status !== 'refunded') ||
          cell('Captured').toLowerCase() === 'false'
        );
      },
    },
  },
};
