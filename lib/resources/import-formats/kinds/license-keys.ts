import { z } from 'zod';
import { Id, MetadataInput, trimmedText } from '@/lib/contract/fields';
import type { Cells } from '@/lib/resources/import-formats/kinds/cells';
import {
  byOrder,
  type Context,
  customerOf,
  given,
  type KindRules,
  type KnownBenefit,
  type KnownPurchase,
  note,
  wantSale,
} from '@/lib/resources/import-formats/kinds/kind';
import { isWeak } from '@/lib/resources/key-pools/rules';

const MAX_KEY = 1000;

const label = trimmedText({ min: 1, max: 200 });
/** Also as other tools list devices: by `name`, `hostname` or `fingerprint`. */
const Activation = z
  .object({
    label: label.nullish(),
    name: label.nullish(),
    hostname: label.nullish(),
    fingerprint: label.nullish(),
    identifier: label.nullish(),
    conditions: MetadataInput.nullish(),
    meta: MetadataInput.nullish(),
  })
  .transform(({ conditions, meta, ...names }, context) => {
    const { fingerprint } = names;
    const called =
      names.label ?? names.name ?? names.hostname ?? fingerprint ?? names.identifier ?? null;
    if (called === null) {
      context.addIssue({ code: 'custom', message: 'Each activation needs a label.' });
      return z.NEVER;
    }
    return {
      label: called,
      conditions: conditions ?? {},
      meta: { ...(fingerprint ? { fingerprint } : {}), ...meta },
    };
  });
const Activations = z.array(Activation).max(1000);

/** docs/contract/imports.md#license-keys */
export const licenseKeys: KindRules = {
  nature: 'key',
  wants(cells, wanted) {
    wantSale(cells, wanted);
    note(wanted.subscriptions, cells.text('subscription_id'));
    const order = cells.text('order_id');
    note(wanted.orders, order);
    note(wanted.subscriptions, order === null ? null : byOrder(order));
    note(wanted.benefits, cells.text('benefit_id'));
  },
  natural: {
    name: 'key',
    valueOf: (cells) => cells.text('key', MAX_KEY)?.trim() ?? null,
    isAdopted: false,
    error: {
      column: 'key',
      code: 'key_taken',
      detail: 'Your organization already has this license key.',
    },
  },
  draft(cells, context) {
    const key = cells.needed('key', MAX_KEY).trim();
    if (key !== '' && isWeak(key)) {
      const why =
        'This key is too short or too uniform: others could guess it. Sell it from a pool.';
      cells.fail('key', 'weak_key', why);
    }
    const purchase = purchaseOf(cells, context);
    const transferredAt = cells.time('transferred_at');
    // One that was given to somebody else still goes by what it came with.
    const isBuyers = purchase !== null && transferredAt === null;
    const customerId = isBuyers ? purchase.customerId : customerOf(cells, context);
    const benefit = benefitOf(cells, context, purchase);
    const status = cells.oneOf('status', ['granted', 'revoked', 'disabled']);
    const days = cells.int('expire_activations_after_days', { min: 1, max: 365 });
    const activations = cells.object('activations', Activations) ?? [];
    const limitActivations = cells.int('limit_activations', { min: 1, max: 1000 });
    return {
      given: {
        ...given('key', key || null),
        ...given('status', status),
        ...given('limitActivations', limitActivations),
        ...given('limitUsage', cells.int('limit_usage', { min: 1 })),
        ...given('expiresAt', cells.time('expires_at')),
        ...given('expireActivationsAfterDays', days),
      },
      defaults: {
        customerId,
        benefitId: benefit?.id ?? null,
        status: purchase && !purchase.isRunning ? 'revoked' : 'granted',
        limitActivations: null,
        limitUsage: null,
        expiresAt: null,
        expireActivationsAfterDays: benefit?.expireActivationsAfterDays ?? null,
        usage: cells.int('usage') ?? 0,
        validations: cells.int('validations') ?? 0,
        lastValidatedAt: cells.time('last_validated_at'),
        transferredAt,
        purchaseReference: purchase ? null : referenceOf(cells),
        createdAt: cells.time('created_at'),
        modifiedAt: cells.time('modified_at'),
      },
      activations,
      grantOf: purchase && grantOf(purchase),
    };
  },
};

interface Purchase extends KnownPurchase {
  isSubscription: boolean;
}

/** The purchase that a key came with; null where it names none, or one that is not here yet. */
function purchaseOf(cells: Cells, { known }: Context): Purchase | null {
  const subscription = cells.text('subscription_id', 500);
  const order = cells.text('order_id', 500);
  const begun = order === null ? null : byOrder(order);
  const found = known.subscription(subscription ?? '') ?? known.subscription(begun ?? '');
  if (found) return { ...found, isSubscription: true };
  const sold = order === null ? undefined : known.order(order);
  if (sold) return { ...sold, isSubscription: false };
  const isNamed = subscription !== null || order !== null;
  const hasCustomer = cells.text('customer_id') !== null || cells.text('customer_email') !== null;
  if (!isNamed || hasCustomer) return null;
  const what = subscription === null ? 'order' : 'subscription';
  const why = `There is no such ${what}. Name the customer, or import ${what}s first.`;
  return cells.fail(`${what}_id`, `unknown_${what}`, why);
}

function grantOf({ id, isSubscription, customerId }: Purchase) {
  return {
    customerId,
    subscriptionId: isSubscription ? id : null,
    orderId: isSubscription ? null : id,
  };
}

/** What a key that waits for its purchase calls it. */
function referenceOf(cells: Cells): string | null {
  const order = cells.text('order_id');
  return cells.text('subscription_id') ?? (order === null ? null : byOrder(order));
}

/** The benefit by its own name, by the product, or the only one of the organization. */
function benefitOf(
  cells: Cells,
  { known }: Context,
  purchase: KnownPurchase | null,
): KnownBenefit | null {
  const reference = cells.text('benefit_id', 500);
  const named = reference === null ? undefined : known.benefit(reference);
  if (named) return named;
  // An id of another organization, as of our own export, names nothing here.
  if (reference !== null && !Id.safeParse(reference).success) {
    return cells.fail('benefit_id', 'unknown_benefit', 'There is no such license key benefit.');
  }
  const product = purchase
    ? known.product(purchase.productId)
    : (known.product(cells.text('product_id') ?? '') ??
      known.productByName(cells.text('product_name') ?? ''));
  const own = product && product !== 'ambiguous' ? product.keyBenefits : [];
  const choice = own.length > 0 ? own : known.keyBenefits;
  if (choice.length === 1) return choice[0] ?? null;
  const why =
    choice.length === 0
      ? 'There is no license key benefit. Create one first.'
      : 'There are several license key benefits: name one.';
  return cells.fail('benefit_id', 'unknown_benefit', why);
}
