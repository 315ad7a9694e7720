import { DEFAULT_CURRENCY } from '@/lib/contract/money';
import {
  currencyOf,
  lower,
  majorToMinor,
  oneOf,
  type SourceTable,
} from '@/lib/resources/import-formats/sources/source';

/** Dollars, whatever the product's currency. */
const dollars = (value: string) => majorToMinor(value, DEFAULT_CURRENCY);

const isTotals = (cell: (column: string) => string) => cell('Purchase ID') === 'Totals';
const EMAIL = ['Giftee Email', 'Purchase Email', 'Buyer Email'];

/** Which of the two email addresses has it: a gift is its receiver's. */
const holder = (value: string, cell: (column: string) => string) =>
  value || cell('Purchase Email') || cell('Buyer Email');

/**
 * Gumroad has one file, of its sales, which is that of its source code. Memberships, products and discounts are named
 * as in its API, from which the seller makes a file.
 */
export const gumroad: SourceTable = {
  isGuarded: true,
  kinds: {
    customers: {
      columns: {
        external_id: ['Purchase ID', 'id'],
        email: { from: [...EMAIL, 'email'], as: holder },
        name: {
          from: 'Buyer Name',
          as: (value, cell) => (cell('Giftee Email') === '' ? value : ''),
        },
        billing_address_line1: 'Street Address',
        billing_address_city: 'City',
        billing_address_postal_code: 'Zip Code',
        billing_address_state: 'State',
        billing_address_country: 'Country',
        created_at: ['Purchase Time (UTC timezone)', 'Purchase Date', 'created_at'],
      },
      skips: isTotals,
    },
    products: {
      columns: {
        external_id: ['custom_permalink', 'Product ID', 'id'],
        name: ['name', 'Item Name'],
        description: {
          from: 'description',
          as: (value) =>
            value
              .replace(/<[^>]*>/g, ' ')
              .replace(/\s+/g, ' ')
              .trim(),
        },
        price_amount: {
          from: ['price', 'Item Price ($)'],
          as: (value, cell) => (cell('Item Price ($)') === '' ? value : dollars(value)),
        },
        price_currency: { from: 'currency', as: currencyOf },
        recurring_interval: {
          from: ['subscription_duration', 'Recurrence'],
          as: oneOf({ monthly: 'month', yearly: 'year' }),
        },
        is_archived: { from: 'published', as: oneOf({ false: 'true', true: 'false' }) },
      },
      skips: isTotals,
    },
    discounts: {
      columns: {
        external_id: 'id',
        name: 'name',
        code: 'name',
        type: {
          from: 'percent_off',
          as: (value) => (value === '' ? 'fixed' : 'percentage'),
        },
        basis_points: {
          from: 'percent_off',
          as: (value) => (value === '' ? '' : String(Math.round(Number(value) * 100))),
        },
        amount: 'amount_cents',
        currency: { from: 'currency', as: lower },
        duration: { from: 'duration', as: (value) => value || 'once' },
        max_redemptions: 'max_purchase_count',
        redemptions_count: 'times_used',
      },
    },
    license_keys: {
      columns: {
        external_id: 'Purchase ID',
        key: 'License Key',
        status: {
          from: 'License Key Enabled?',
          as: (value, cell) => {
            const isOver = cell('Fully Refunded?') === '1' || cell('Access Revoked?') === '1';
            return value === '0' ? 'disabled' : isOver ? 'revoked' : 'granted';
          },
        },
        customer_email: { from: EMAIL, as: holder },
        product_id: 'Product ID',
        product_name: 'Item Name',
        order_id: {
          from: 'Purchase ID',
          as: (value, cell) => (cell('Recurrence') === '' ? value : ''),
        },
        usage: 'License Key Activation Count',
        created_at: ['Purchase Time (UTC timezone)', 'Purchase Date'],
      },
      // A membership keeps the key of its first sale.
      skips: (cell) =>
        isTotals(cell) || cell('License Key') === '' || cell('Recurring Charge?') === '1',
    },
    subscriptions: {
      // Of its product: a subscriber has none.
      needs: ['amount'],
      columns: {
        external_id: 'id',
        status: {
          from: 'status',
          as: oneOf({
            alive: 'active',
            pending_cancellation: 'active',
            pending_failure: 'past_due',
            failed_payment: 'canceled',
            fixed_subscription_period_ended: 'canceled',
            cancelled: 'canceled',
          }),
        },
        customer_email: ['email', 'user_email'],
        product_id: ['product_id', 'permalink'],
        product_name: 'product_name',
        amount: ['price', 'amount'],
        currency: { from: 'currency', as: currencyOf },
        recurring_interval: {
          from: 'recurrence',
          as: oneOf({ monthly: 'month', yearly: 'year' }),
        },
        started_at: 'created_at',
        current_period_end: ['next_charge_at', 'current_period_end', 'ended_at', 'cancelled_at'],
        cancel_at_period_end: {
          from: 'status',
          as: (value) => (value === 'pending_cancellation' ? 'true' : 'false'),
        },
        ended_at: ['ended_at', 'cancelled_at', 'failed_at'],
        created_at: 'created_at',
      },
    },
    orders: {
      columns: {
        external_id: 'Purchase ID',
        created_at: ['Purchase Time (UTC timezone)', 'Purchase Date'],
        amount: {
          from: 'Sale Price ($)',
          as: (value, cell) => {
            const net = Number(dollars(value)) - taxOf(cell);
            return Number.isFinite(net) ? String(net) : value;
          },
        },
        tax_amount: { from: 'Taxes ($)', as: (_, cell) => String(taxOf(cell)) },
        refunded_amount: {
          from: 'Partial Refund ($)',
          as: (value, cell) =>
            dollars(cell('Fully Refunded?') === '1' ? cell('Sale Price ($)') : value),
        },
        currency: { from: 'Purchase ID', as: () => DEFAULT_CURRENCY },
        billing_reason: {
          from: 'Recurring Charge?',
          as: (value, cell) => {
            if (value === '1') return 'subscription_cycle';
            return cell('Recurrence') === '' ? 'purchase' : 'subscription_create';
          },
        },
        customer_email: { from: EMAIL, as: holder },
        product_id: 'Product ID',
        product_name: 'Item Name',
        discount_code: 'Discount Code',
        billing_address_country: 'Country',
      },
      skips: (cell) =>
        isTotals(cell) ||
        cell('Free trial purchase?') === '1' ||
        cell('Pre-order authorization?') === '1',
    },
  },
};

function taxOf(cell: (column: string) => string): number {
  return Number(dollars(cell('Taxes ($)') || '0'));
}
