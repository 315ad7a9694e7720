import { z } from 'zod';
import { MetadataInput } from '@/lib/contract/fields';
import { addMonths } from '@/lib/contract/times';
import type { Cells } from '@/lib/resources/import-formats/kinds/cells';
import {
  byOrder,
  customerOf,
  discountOf,
  given,
  type KindRules,
  productOf,
  wantSale,
} from '@/lib/resources/import-formats/kinds/kind';
import {
  CHARGEABLE_STATUSES,
  isOneOf,
  OVER_STATUSES,
} from '@/lib/resources/subscription-statuses/rules';
import { nextActionAt, TRANSITIONS } from '@/lib/resources/subscriptions/life-cycle';
import { type Interval, MONTHS } from '@/lib/resources/subscriptions/rules';
import { SubscriptionStatus } from '@/lib/resources/subscriptions/schema';

const FieldData = z.record(z.string(), z.unknown());

/** docs/contract/imports.md#subscriptions */
export const subscriptions: KindRules = {
  nature: 'subscription',
  wants: wantSale,
  draft(cells, context) {
    const status = neededStatus(cells);
    const interval = intervalOf(cells);
    const end = cells.time('current_period_end');
    const endedAt = cells.time('ended_at');
    if (
      end === null &&
      !isOver(status) &&
      !cells.errors.some(({ code }) => code === 'invalid_time')
    ) {
      cells.fail('current_period_end', 'missing', 'This cell is empty, and is needed.');
    }
    const customerId = customerOf(cells, context);
    const product = productOf(cells, context);
    if (product && !product.isRecurring) {
      cells.fail(
        'product_id',
        'wrong_product',
        'This product is sold once: it has no subscriptions.',
      );
    }
    const amount = cells.int('amount', { max: 999_999_999_999 });
    const currency = cells.currency('currency') ?? context.currency;
    const periodEnd = end ?? endedAt ?? context.now;
    const started = cells.time('started_at');
    const anchorDay = cells.int('anchor_day', { min: 1, max: 31 }) ?? anchorOf(periodEnd, started);
    const months = MONTHS[interval ?? 'month'];
    const periodStart =
      cells.time('current_period_start') ?? addMonths(periodEnd, -months, anchorDay);
    if (periodStart > periodEnd) {
      cells.fail('current_period_start', 'invalid_time', 'The period begins after its end.');
    }
    const cancels = cells.bool('cancel_at_period_end') ?? false;
    const isPaid = amount !== null && amount > 0;
    const startedAt = started ?? periodStart;
    const begun = new Date(Math.min(startedAt.getTime(), context.now.getTime()));
    const importHold = isOneOf(CHARGEABLE_STATUSES, status ?? '') ? 'source' : null;
    const discountId = discountOf(cells, context);
    const order = cells.text('order_id', 490);
    const life = {
      status: status ?? 'active',
      pausedAt: null,
      nextRetryAt: null,
      importHold,
      cancelAtPeriodEnd: cancels,
      period: { start: periodStart, end: periodEnd },
    } as const;
    const canceledAt = () => {
      const at = cells.time('canceled_at');
      if (status === 'canceled') return at ?? endedAt ?? periodEnd;
      return cancels ? (at ?? begun) : null;
    };
    return {
      given: {
        ...given('status', status),
        amount: isPaid ? amount : null,
        currency: isPaid ? currency : null,
        ...given('recurringInterval', interval),
        currentPeriodStart: periodStart,
        currentPeriodEnd: periodEnd,
        anchorDay,
        cancelAtPeriodEnd: cancels,
        nextActionAt: nextActionAt(life),
        ...given('endedAt', isOver(status) ? (endedAt ?? periodEnd) : null),
        ...given('discountId', discountId),
        ...given('metadata', cells.object('metadata', MetadataInput)),
        ...given('customFieldData', cells.object('custom_field_data', FieldData)),
      },
      defaults: {
        customerId,
        productId: product?.id ?? null,
        startedAt,
        endedAt: null,
        canceledAt: canceledAt(),
        discountId: null,
        discountUsedAt: discountId === null ? null : begun,
        firstBilledAt: status === 'trialing' || !isPaid ? null : begun,
        periodAmount: 0,
        importHold,
        metadata: {},
        customFieldData: {},
        createdAt: cells.time('created_at') ?? startedAt,
      },
      names: order === null ? [] : [byOrder(order)],
      ...(product && interval
        ? { price: { productId: product.id, amount: isPaid ? amount : null, currency, interval } }
        : {}),
    };
  },
  // One that renews here already goes by what has happened here.
  changes(changes, stored) {
    if (stored.importHold !== 'source') return {};
    const next = String(changes.status ?? stored.status);
    const from = SubscriptionStatus.parse(stored.status);
    const isLegal = next === from || Object.values(TRANSITIONS[from]).some((to) => to === next);
    if (!isLegal) {
      const { status: _, ...others } = changes;
      return others;
    }
    return isOneOf(CHARGEABLE_STATUSES, next) || Object.keys(changes).length === 0
      ? changes
      : { ...changes, importHold: null, nextActionAt: null };
  },
};

function isOver(status: SubscriptionStatus | null): boolean {
  return status !== null && isOneOf(OVER_STATUSES, status);
}

function neededStatus(cells: Cells): SubscriptionStatus | null {
  if (cells.text('status') === null) {
    return cells.fail('status', 'missing', 'This cell is empty, and is needed.');
  }
  return cells.oneOf('status', SubscriptionStatus.options);
}

function intervalOf(cells: Cells): Interval | null {
  const text = cells.text('recurring_interval');
  if (text === null) {
    return cells.fail('recurring_interval', 'missing', 'This cell is empty, and is needed.');
  }
  return cells.oneOf('recurring_interval', ['month', 'year']);
}

/** The day of the end, or of the start where a short month has moved the end to its last day. */
function anchorOf(end: Date, started: Date | null): number {
  const day = end.getUTCDate();
  const next = new Date(end.getTime() + 86_400_000);
  const isLast = next.getUTCDate() === 1;
  return isLast && started && started.getUTCDate() > day ? started.getUTCDate() : day;
}
