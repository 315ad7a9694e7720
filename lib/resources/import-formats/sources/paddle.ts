import {
  codeText,
  lower,
  major,
  oneOf,
  type SourceTable,
} from '@/lib/resources/import-formats/sources/source';

const CREATED = ['created_at', 'Created', 'created'];
const INTERVAL = ['billing_cycle.interval', 'billing_cycle_interval', 'interval'];

/**
 * Paddle Billing: reports of transactions, prices and discounts, whose headings mirror the fields of its API, and in
 * part are not published; customers and subscriptions are named as in the API, from which the seller makes a file.
 * Amounts there are minor units. The report of transactions of Paddle Classic has decimals.
 */
export const paddle: SourceTable = {
  kinds: {
    customers: {
      columns: {
        external_id: ['id', 'customer_id', 'user_id'],
        email: ['email', 'customer_email', 'user_email'],
        name: 'name',
        created_at: [...CREATED, 'signup_date'],
      },
    },
    products: {
      columns: {
        external_id: ['product_id', 'id'],
        name: ['product_name', 'name'],
        description: ['product_description', 'description'],
        price_amount: ['price_amount', 'unit_price.amount', 'unit_price_amount'],
        price_currency: {
          from: ['price_currency_code', 'unit_price.currency_code', 'price_currency'],
          as: lower,
        },
        recurring_interval: ['price_billing_cycle_interval', ...INTERVAL],
        is_archived: {
          from: ['product_status', 'status'],
          as: oneOf({ archived: 'true', active: 'false' }),
        },
        created_at: ['product_created_at', ...CREATED],
      },
    },
    discounts: {
      columns: {
        external_id: 'id',
        name: { from: ['description', 'code', 'id'], as: (value, cell) => value || cell('id') },
        code: { from: 'code', as: codeText },
        type: {
          from: 'type',
          as: oneOf({ percentage: 'percentage', flat: 'fixed', flat_per_seat: 'fixed' }),
        },
        amount: {
          from: 'amount',
          as: (value, cell) => (cell('type') === 'percentage' ? '' : value),
        },
        basis_points: {
          from: 'amount',
          as: (value, cell) =>
            cell('type') === 'percentage' ? String(Math.round(Number(value) * 100)) : '',
        },
        currency: { from: 'currency_code', as: lower },
        duration: {
          from: 'recur',
          as: (value, cell) => {
            if (value.toLowerCase() !== 'true') return 'once';
            return cell('maximum_recurring_intervals') === '' ? 'forever' : 'repeating';
          },
        },
        duration_in_months: 'maximum_recurring_intervals',
        max_redemptions: 'usage_limit',
        redemptions_count: 'times_used',
        ends_at: 'expires_at',
        created_at: CREATED,
      },
    },
    subscriptions: {
      columns: {
        external_id: ['id', 'subscription_id'],
        status: {
          from: ['status', 'state'],
          as: oneOf({ paused: 'active', deleted: 'canceled' }),
        },
        customer_id: ['customer_id', 'user_id'],
        customer_email: ['customer_email', 'user_email'],
        product_id: ['product_id', 'items.0.product.id', 'plan_id'],
        amount: {
          from: [
            'items.0.price.unit_price.amount',
            'unit_price.amount',
            'amount',
            'next_payment.amount',
          ],
          as: (value, cell) =>
            value === cell('next_payment.amount')
              ? major('next_payment.currency')(value, cell)
              : value,
        },
        currency: {
          from: ['currency_code', 'currency', 'next_payment.currency'],
          as: lower,
        },
        recurring_interval: INTERVAL,
        started_at: ['started_at', 'signup_date', 'created_at'],
        current_period_start: [
          'current_billing_period.starts_at',
          'current_billing_period_starts_at',
        ],
        current_period_end: [
          'current_billing_period.ends_at',
          'current_billing_period_ends_at',
          'next_billed_at',
          'next_payment.date',
          'canceled_at',
        ],
        cancel_at_period_end: {
          from: ['scheduled_change.action', 'scheduled_change_action'],
          as: (value) => (value === 'cancel' ? 'true' : 'false'),
        },
        ended_at: 'canceled_at',
        created_at: CREATED,
      },
    },
    orders: {
      columns: {
        external_id: ['id', 'Order ID'],
        created_at: ['billed_at', 'completed_at', ...CREATED, 'Order Date'],
        status: {
          from: ['Order Status', 'status'],
          as: oneOf({
            completed: 'paid',
            paid: 'paid',
            billed: 'paid',
            'partially refunded': 'partially_refunded',
          }),
        },
        amount: {
          from: ['details.totals.total', 'total', 'Total'],
          as: (value, cell) => {
            const [total, tax] = [inMinor(value, cell), inMinor(taxOf(cell), cell)];
            const net = Number(total) - Number(tax || 0);
            return Number.isFinite(net) ? String(net) : value;
          },
        },
        tax_amount: {
          from: ['details.totals.tax', 'tax', 'Tax'],
          as: (value, cell) => inMinor(value, cell),
        },
        currency: { from: ['currency_code', 'currency', 'Currency'], as: lower },
        customer_id: 'customer_id',
        customer_email: ['customer_email', 'Customer Email'],
        product_id: ['product_id', 'items.0.price.product_id', 'Product ID'],
        product_name: ['product_name', 'Product Name'],
        subscription_id: 'subscription_id',
        billing_reason: {
          from: 'origin',
          as: oneOf({
            subscription_recurring: 'subscription_cycle',
            web: 'purchase',
            api: 'purchase',
            subscription_charge: 'subscription_update',
            subscription_update: 'subscription_update',
            subscription_payment_method_change: 'subscription_update',
          }),
        },
        discount_code: { from: ['discount_code', 'Coupon Applied'], as: codeText },
        billing_address_country: ['address_country', 'Customer Country'],
      },
      skips: (cell) => ['draft', 'ready', 'canceled', 'past_due'].includes(cell('status')),
    },
  },
};

function taxOf(cell: (column: string) => string): string {
  return cell('details.totals.tax') || cell('tax') || cell('Tax');
}

/** Of Paddle Classic a decimal, which its heading tells; else minor units as they are. */
function inMinor(value: string, cell: (column: string) => string): string {
  return cell('Order ID') === '' ? value : major('Currency')(value, cell);
}
