import {
  lower,
  majorToMinor,
  oneOf,
  type SourceTable,
} from '@/lib/resources/import-formats/sources/source';

const NAME = ['user_name', 'name', 'customer_name'];
const EMAIL = ['user_email', 'email', 'Email'];

const INTERVALS = oneOf({ month: 'month', year: 'year', monthly: 'month', yearly: 'year' });

/**
 * Lemon Squeezy exports subscribers alone in a documented form. All else is named as in the objects of its API
 * (`attributes`), from which the seller makes a file; amounts there are minor units. Of the file of orders only a few
 * names are known, from a program that reads it, which has decimals.
 */
export const lemonSqueezy: SourceTable = {
  kinds: {
    customers: {
      columns: {
        external_id: ['id', 'identifier', 'customer_id'],
        email: EMAIL,
        name: NAME,
        billing_address_city: 'city',
        billing_address_state: 'region',
        billing_address_country: 'country',
        created_at: 'created_at',
      },
    },
    products: {
      columns: {
        external_id: ['id', 'variant_id', 'product_id'],
        name: ['name', 'product_name'],
        description: {
          from: 'description',
          as: (value) =>
            value
              .replace(/<[^>]*>/g, ' ')
              .replace(/\s+/g, ' ')
              .trim(),
        },
        price_amount: ['price', 'unit_price'],
        price_currency: { from: ['currency', 'store_currency'], as: lower },
        recurring_interval: { from: ['renewal_interval_unit', 'interval'], as: INTERVALS },
        is_archived: { from: 'status', as: (value) => (value === 'draft' ? 'true' : 'false') },
        created_at: 'created_at',
      },
    },
    discounts: {
      columns: {
        external_id: 'id',
        name: 'name',
        code: 'code',
        type: { from: 'amount_type', as: oneOf({ percent: 'percentage', fixed: 'fixed' }) },
        amount: {
          from: 'amount',
          as: (value, cell) => (cell('amount_type') === 'fixed' ? value : ''),
        },
        basis_points: {
          from: 'amount',
          as: (value, cell) =>
            cell('amount_type') === 'percent' ? String(Math.round(Number(value) * 100)) : '',
        },
        currency: { from: 'currency', as: lower },
        duration: { from: 'duration', as: lower },
        duration_in_months: 'duration_in_months',
        max_redemptions: {
          from: 'max_redemptions',
          as: (value, cell) =>
            ['0', 'false'].includes(cell('is_limited_redemptions')) ? '' : value,
        },
        redemptions_count: 'redemptions_count',
        starts_at: 'starts_at',
        ends_at: 'expires_at',
        created_at: 'created_at',
      },
    },
    license_keys: {
      columns: {
        external_id: 'id',
        key: 'key',
        status: {
          from: 'status',
          as: oneOf({
            inactive: 'granted',
            active: 'granted',
            expired: 'granted',
            disabled: 'disabled',
          }),
        },
        customer_id: 'customer_id',
        customer_email: EMAIL,
        order_id: 'order_id',
        subscription_id: 'subscription_id',
        product_id: ['variant_id', 'product_id'],
        limit_activations: 'activation_limit',
        activations: 'instances',
        expires_at: 'expires_at',
        created_at: 'created_at',
      },
    },
    subscriptions: {
      needs: ['amount'],
      columns: {
        external_id: 'id',
        status: {
          from: 'status',
          as: oneOf({
            on_trial: 'trialing',
            active: 'active',
            paused: 'active',
            past_due: 'past_due',
            unpaid: 'unpaid',
            // Alive until `ends_at`.
            cancelled: 'active',
            expired: 'canceled',
          }),
        },
        customer_id: 'customer_id',
        customer_email: EMAIL,
        product_id: ['variant_id', 'product_id'],
        product_name: ['variant_name', 'product_name'],
        // Of its price, which the object only names: without it nobody knows what it costs.
        amount: ['unit_price', 'price', 'amount'],
        currency: { from: ['currency', 'store_currency'], as: lower },
        recurring_interval: {
          from: ['renewal_interval_unit', 'interval', 'recurring_interval'],
          as: INTERVALS,
        },
        order_id: 'order_id',
        started_at: 'created_at',
        current_period_end: {
          from: ['renews_at', 'ends_at'],
          as: (value, cell) => (cell('status') === 'cancelled' && cell('ends_at')) || value,
        },
        anchor_day: 'billing_anchor',
        cancel_at_period_end: {
          from: 'cancelled',
          as: (value, cell) =>
            cell('status') === 'cancelled' || ['1', 'true'].includes(value.toLowerCase())
              ? 'true'
              : 'false',
        },
        ended_at: {
          from: 'ends_at',
          as: (value, cell) => (cell('status') === 'expired' ? value : ''),
        },
        created_at: 'created_at',
      },
    },
    orders: {
      columns: {
        external_id: ['id', 'identifier', 'order_number', 'Order'],
        created_at: ['created_at', 'date_utc', 'Created'],
        status: {
          from: ['status', 'Status'],
          as: oneOf({ paid: 'paid', refunded: 'refunded', partial_refund: 'partially_refunded' }),
        },
        // `total` minus `tax`: `subtotal` is before the discount.
        amount: {
          from: ['total', 'subtotal', 'Total'],
          as: (value, cell) => {
            const total = minor(value, cell('currency'));
            const tax = cell('total') === '' ? '0' : minor(cell('tax'), cell('currency'));
            const net = Number(total) - Number(tax || 0);
            return Number.isFinite(net) ? String(net) : value;
          },
        },
        tax_amount: { from: 'tax', as: (value, cell) => minor(value, cell('currency')) },
        refunded_amount: {
          from: 'refunded_amount',
          as: (value, cell) => minor(value, cell('currency')),
        },
        currency: { from: 'currency', as: lower },
        customer_id: 'customer_id',
        customer_email: EMAIL,
        product_id: ['variant_id', 'product_id', 'first_order_item.variant_id'],
        product_name: ['variant_name', 'product_name', 'Product'],
        billing_address_country: 'country',
      },
      skips: (cell) => ['pending', 'failed', 'fraudulent'].includes(cell('status').toLowerCase()),
    },
  },
};

/** Minor units as they are; decimals, as the file of orders has, are of major units. */
function minor(value: string, currency: string): string {
  return /[.,]/.test(value) ? majorToMinor(value, currency) : value;
}
