import { isDeepStrictEqual } from 'node:util';
import { claimIdOf, commit } from '@/lib/api/commands';
import { allows, hasPermission } from '@/lib/api/rights';
import {
  ApiError,
  bodyProblem,
  insufficientScope,
  invalid,
  orNotFound,
  type Problem,
} from '@/lib/contract/errors';
import type { Address } from '@/lib/contract/fields';
import { SECRET_PREFIX } from '@/lib/contract/secret-prefixes';
import { jsonColumn } from '@/lib/contract/serialize';
import { clockOf, type Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/checkouts/repository';
import {
  type CheckoutChanges,
  type CheckoutInput,
  type CheckoutState,
  decideChanges,
  type NamedDiscount,
} from '@/lib/resources/checkouts/rules';
import type {
  Checkout,
  CheckoutCreate,
  CheckoutLegacy,
  CheckoutLegacyCreate,
  CheckoutPublic,
  CheckoutUpdate,
  CheckoutUpdatePublic,
} from '@/lib/resources/checkouts/schema';
import {
  type CheckoutRow,
  redactCheckout,
  serializeCheckout,
  serializeCheckoutLegacy,
} from '@/lib/resources/checkouts/serialize';
import {
  checkoutIdOf,
  expired,
  findCheckout,
  isSandboxCheckout,
  printForBuyer,
  withBuyerIp,
} from '@/lib/resources/checkouts/service';
import { lockCustomer } from '@/lib/resources/customers/service';
import { findUsableDiscount } from '@/lib/resources/discounts/service';
import { record } from '@/lib/resources/events/service';
import { countAttempt, limitFailures } from '@/lib/resources/limits/service';
import {
  get as getOrganization,
  requireSelling,
  withCheckoutSettings,
} from '@/lib/resources/organizations/service';
import { processorFor } from '@/lib/resources/payment-connections/service';
import { findSellablePrice, findSellableProduct } from '@/lib/resources/products/service';
import { findFreeSubscription, trials } from '@/lib/resources/subscriptions/service';
import { networkOf } from '@/lib/runtime/client-address';
import { env } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { randomToken } from '@/lib/runtime/secrets';

/**
 * Opens a checkout session (docs/contract/checkouts.md#creation). Throws 422 with every problem: an
 * unknown, foreign or archived product or price, an amount out of bounds, an unusable discount, an
 * unknown customer or subscription, a malformed tax id, mistyped custom field data. Throws 403
 * where it names a customer, by `customer_id` or through a subscription, and the credential may not
 * read customers: the answer, and whoever has the secret, shows name, address and tax id.
 */
export function create(scope: Scope, body: CheckoutCreate): Promise<Checkout> {
  return commit(scope, (scope) => createIn(scope, body));
}

/** A checkout of a link: {@link create} that also takes a discount code, and that the link is known of. */
export function createByLink(
  scope: Scope,
  body: NewCheckout,
  checkoutLinkId: string,
): Promise<Checkout> {
  return commit(scope, (scope) => createIn(scope, body, checkoutLinkId));
}

/** The input of a creation by the seller or by a link. */
export type NewCheckout = CheckoutCreate & Pick<CheckoutInput, 'discount_code'>;

/** The same in the caller's transaction. */
async function createIn(
  scope: Scope,
  body: NewCheckout,
  checkoutLinkId: string | null = null,
): Promise<Checkout> {
  const named = body.customer_id ? 'customer_id' : body.subscription_id ? 'subscription_id' : null;
  if (named && !hasPermission(scope, 'customers:read')) {
    throw insufficientScope(`A checkout with ${named}`, ['customers:read']);
  }
  const { product, price } = await chooseProduct(scope, body);
  const { organizationId } = product;
  const now = clockOf(scope, organizationId);
  const organization = await getOrganization(scope, organizationId);
  requireSelling(organization.deletion_scheduled_at !== null);
  const { is_sandbox: isSandbox } = organization;
  if (price.amountType !== 'free') await processorFor(scope, { id: organizationId, isSandbox });
  const problems: Problem[] = [];
  const { customer, subscription } = await chooseCustomer(
    scope,
    body,
    organizationId,
    price.type,
    problems,
  );
  const state: CheckoutState = {
    customAmount: null,
    discountId: null,
    isDiscountFixed: false,
    allowDiscountCodes: true,
    isLinked: customer !== null,
    customerName: customer?.name ?? null,
    customerEmail: customer?.email ?? null,
    customerBillingAddress: jsonColumn<Address | null>(customer?.billingAddress ?? null),
    customerTaxId: customer?.taxId ?? null,
    customFieldData: {},
    price,
    prices: product.prices,
    fields: askedFields(product),
  };
  const discount = await namedDiscount(scope, body, { organizationId, productId: product.id }, now);
  const terms = withCheckoutSettings(organization, body);
  const decided = decideChanges(state, { ...terms, product_price_id: price.id }, discount);
  problems.push(...decided.problems);
  if (problems.length > 0) throw invalid(...problems);

  const id = newId();
  const sale = { id, organizationId, productId: product.id };
  const isTrialUsed = await findTrialUsed(scope, sale, { ...decided, state });
  const row = await repository.create(
    scope,
    {
      id,
      organizationId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + env().CHECKOUT_TTL_SECONDS * 1000),
      clientSecret: `${SECRET_PREFIX.checkout}${randomToken()}`,
      productId: product.id,
      priceId: price.id,
      customerId: customer?.id ?? null,
      isCustomerLinked: Boolean(body.customer_id),
      makerMayOpenSessions: allows(scope, 'customer_sessions:write', organizationId),
      subscriptionId: subscription?.id ?? null,
      checkoutLinkId,
      customerName: state.customerName,
      customerEmail: state.customerEmail,
      customerTaxId: state.customerTaxId,
      customerTaxIdType: customer?.taxIdType ?? null,
    },
    { customerBillingAddress: state.customerBillingAddress, ...decided.changes, isTrialUsed },
  );
  const checkout = serializeCheckout(row);
  await record(scope, {
    kind: 'checkout.created',
    organizationId,
    snapshot: redactCheckout(checkout),
  });
  return checkout;
}

/** An ordinary session, in the old shape (docs/contract/checkouts.md#deprecated-operations). Throws as {@link create}. */
export async function createLegacy(
  scope: Scope,
  body: CheckoutLegacyCreate,
): Promise<CheckoutLegacy> {
  const made = (scope: Scope) => createIn(scope, { payment_processor: 'stripe', ...body });
  return commit(scope, async (scope) => serializeCheckoutLegacy(await made(scope)));
}

/** Throws 404, 403 where the checkout is not open, and 422. */
export async function update(scope: Scope, id: string, body: CheckoutUpdate): Promise<Checkout> {
  return commit(scope, async (scope) => {
    const row = await lockOpen(scope, id);
    if (row instanceof ApiError) return row;
    return serializeCheckout(await applyUpdate(scope, row, body));
  });
}

/** Throws 403 where the checkout is not open, 410 where it has expired, 422, and 429. */
export async function updateByClient(
  scope: Scope,
  body: CheckoutUpdatePublic,
): Promise<CheckoutPublic> {
  const { realTime, ip } = scope;
  const id = checkoutIdOf(scope);
  await countAttempt('checkout_update', [`checkout:${id}`], realTime);
  return guardDiscountCode(scope, body, async () => {
    const unchanged = claimIdOf(scope) === null ? await findUnchanged(scope, id, body) : null;
    if (unchanged) return printForBuyer(scope, unchanged);
    return commit(scope, async (scope) => {
      const locked = await lockOpen(scope, id);
      if (locked instanceof ApiError) return locked;
      const row = withBuyerIp(locked, ip);
      const { customerIpAddress } = row;
      if (row !== locked && customerIpAddress !== null) {
        await repository.setBuyerIps(scope, new Map([[id, customerIpAddress]]));
      }
      return printForBuyer(scope, await applyUpdate(scope, row, body));
    });
  });
}

/**
 * The checkout where an update changes nothing, else null. Read without the row lock: concurrent updates of
 * one checkout would otherwise queue for it, each with a connection that other requests then wait for.
 */
async function findUnchanged(
  scope: Scope,
  id: string,
  input: CheckoutInput,
): Promise<CheckoutRow | null> {
  const row = await findCheckout(scope, id);
  const isAddressKnown = row.customerIpAddress !== null || scope.ip === null;
  const now = clockOf(scope, row.organizationId);
  if (row.status !== 'open' || repository.isDue(row, now) || !isAddressKnown) return null;
  const { changes, problems } = await decide(scope, row, input, now);
  if (problems.length > 0 || differingColumns(row, changes).length > 0) return null;
  const waiting = await repository.withPendingPayment(scope, [id]);
  return waiting.size > 0 ? null : row;
}

/** Writes an update and its event; nothing where it changes nothing. */
async function applyUpdate(
  scope: Scope,
  row: CheckoutRow,
  input: CheckoutInput,
): Promise<CheckoutRow> {
  const now = clockOf(scope, row.organizationId);
  const { changes, problems } = await decide(scope, row, input, now);
  if (problems.length > 0) throw invalid(...problems);
  const differing = differingColumns(row, changes);
  return differing.length === 0 ? row : save(scope, row.id, Object.fromEntries(differing), now);
}

function differingColumns(row: CheckoutRow, changes: CheckoutChanges) {
  const current: Record<string, unknown> = row;
  return Object.entries(changes).filter(
    ([column, value]) => !isDeepStrictEqual(current[column], asJson(value)),
  );
}

/** A value as JSON reads it back: -0 becomes 0, undefined null. */
function asJson(value: unknown): unknown {
  return value === null || value === undefined ? null : JSON.parse(JSON.stringify(value));
}

/**
 * A locked checkout with changes applied; a {@link save} has to follow. They are written at once only where
 * another price or a discount has to be read with them.
 */
export async function withChanges(
  scope: Scope,
  row: CheckoutRow,
  changes: CheckoutChanges,
  now: Date,
): Promise<CheckoutRow> {
  const { priceId = row.priceId, discountId = row.discountId } = changes;
  if (priceId !== row.priceId || discountId !== null || row.discountId !== null) {
    return repository.update(scope, row.id, changes, now);
  }
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...row, ...Object.fromEntries(given) };
}

/** Writes changes to a locked checkout and records them. */
export async function save(
  scope: Scope,
  id: string,
  changes: CheckoutChanges & repository.CheckoutProgress,
  now: Date,
): Promise<CheckoutRow> {
  const row = await repository.update(scope, id, changes, now);
  const { organizationId } = row;
  const snapshot = redactCheckout(serializeCheckout(row));
  await record(scope, { kind: 'checkout.updated', organizationId, snapshot });
  return row;
}

/**
 * The changes that an update would make; nothing is written. With `locksTrial` nobody else decides on the same trial
 * until the transaction ends.
 */
export async function decide(
  scope: Scope,
  row: CheckoutRow,
  input: CheckoutInput,
  now: Date,
  { locksTrial = false } = {},
) {
  const state = stateOf(row);
  const discount = await namedDiscount(scope, input, row, now);
  const decided = { state, discount, ...decideChanges(state, input, discount) };
  const isTrialUsed = await findTrialUsed(scope, row, decided, { locksTrial });
  return { ...decided, changes: { ...decided.changes, isTrialUsed } };
}

/** Whether the buyer of a checkout has had the trial that its price would start (docs/contract/checkouts.md#one-trial). */
async function findTrialUsed(
  scope: Scope,
  {
    id: checkoutId,
    organizationId,
    productId,
  }: Pick<CheckoutRow, 'id' | 'organizationId' | 'productId'>,
  { state, changes, price }: { state: CheckoutState } & ReturnType<typeof decideChanges>,
  { locksTrial = false } = {},
): Promise<boolean> {
  const { customerEmail: email } = { ...state, ...changes };
  if (price.trialDays === null || !email) return false;
  const trial = { organizationId, productId, email, checkoutId };
  if (locksTrial) await trials.lock(scope, trial);
  return trials.isTaken(scope, trial);
}

function stateOf(row: CheckoutRow): CheckoutState {
  return {
    customAmount: row.customAmount,
    discountId: row.discountId,
    isDiscountFixed: row.discount?.type === 'fixed',
    allowDiscountCodes: row.allowDiscountCodes,
    isLinked: row.customerId !== null,
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    customerBillingAddress: jsonColumn<Address | null>(row.customerBillingAddress),
    customerTaxId: row.customerTaxId,
    customFieldData: jsonColumn<Record<string, unknown>>(row.customFieldData),
    price: row.price,
    prices: row.product.prices,
    fields: askedFields(row.product),
  };
}

/** The custom fields that a product asks for. */
export function askedFields({ customFields }: Pick<CheckoutRow['product'], 'customFields'>) {
  return customFields.map(({ required, customField }) => ({
    required,
    field: {
      slug: customField.slug,
      name: customField.name,
      type: customField.type,
      properties: jsonColumn<Record<string, unknown>>(customField.properties),
    },
  }));
}

async function namedDiscount(
  scope: Scope,
  input: CheckoutInput,
  { organizationId, productId }: { organizationId: string; productId: string },
  now: Date,
): Promise<NamedDiscount> {
  const { discount_code: code, discount_id: id } = input;
  const by = code ? { code } : id ? { id } : undefined;
  return by && findUsableDiscount(scope, { by, organizationId, productId, now });
}

/**
 * The product and price to sell: the named price, else the product's first one. Throws 422 where they cannot be
 * bought now.
 */
export async function chooseProduct(
  scope: Scope,
  { product_id, product_price_id }: Pick<CheckoutCreate, 'product_id' | 'product_price_id'>,
) {
  if (product_price_id) {
    const found = await findSellablePrice(scope, product_price_id);
    if (!found) throw invalid(bodyProblem('product_price_id', 'No active price has this ID.'));
    if (product_id && product_id !== found.product.id) {
      throw invalid(bodyProblem('product_price_id', 'This price belongs to another product.'));
    }
    return found;
  }
  const product = product_id ? await findSellableProduct(scope, product_id) : null;
  const [price] = product?.prices ?? [];
  if (!product || !price)
    throw invalid(bodyProblem('product_id', 'No active product has this ID.'));
  return { product, price };
}

/** The customer and the free subscription that a seller names; problems are added to `problems`. */
async function chooseCustomer(
  scope: Scope,
  { customer_id, subscription_id }: CheckoutCreate,
  organizationId: string,
  priceType: 'one_time' | 'recurring',
  problems: Problem[],
) {
  // Rows of the caller's other organizations are treated as unknown.
  const own = <T extends { organizationId: string }>(row: T | null) =>
    row?.organizationId === organizationId ? row : null;
  const subscription = own(
    subscription_id ? await findFreeSubscription(scope, subscription_id) : null,
  );
  if (subscription_id && (!subscription || priceType !== 'recurring')) {
    const why = subscription
      ? "Only a recurring price can replace a subscription's price."
      : 'No active subscription with a free price has this ID.';
    problems.push(bodyProblem('subscription_id', why));
  }
  const customerId = customer_id ?? subscription?.customerId;
  const customer = own(customerId ? await lockCustomer(scope, customerId) : null);
  if (customer_id && !customer) {
    problems.push(bodyProblem('customer_id', 'This organization has no customer with this ID.'));
  } else if (customer && subscription && subscription.customerId !== customer.id) {
    problems.push(bodyProblem('subscription_id', 'This subscription belongs to another customer.'));
  }
  return { customer, subscription };
}

/** A checkout with its row locked until the transaction ends. Throws 404. */
export async function lockCheckout(scope: Scope, id: string): Promise<CheckoutRow> {
  return orNotFound(await repository.lock(scope, id), 'The checkout');
}

/**
 * Locks a checkout that may still be changed. Throws 404 and 403. Where it expires just now, the expiry is
 * written and 410 returned instead of thrown, so that the caller commits it.
 */
export async function lockOpen(scope: Scope, id: string): Promise<CheckoutRow | ApiError> {
  const row = await lockCheckout(scope, id);
  const waiting = await repository.withPendingPayment(scope, [id]);
  return requireOpen(scope, row, { isWaiting: waiting.size > 0 });
}

/** {@link lockOpen} for a checkout that is locked already; `isWaiting`: a payment for it is pending. */
export async function requireOpen(
  scope: Scope,
  row: CheckoutRow,
  { isWaiting }: { isWaiting: boolean },
): Promise<CheckoutRow | ApiError> {
  const now = clockOf(scope, row.organizationId);
  if (isWaiting) throw paymentPending();
  if (repository.isDue(row, now)) await save(scope, row.id, { status: 'expired' }, now);
  if (repository.isDue(row, now) || row.status === 'expired') {
    const byClient = scope.caller.kind === 'checkout';
    return byClient ? expired() : new ApiError('NotOpenCheckout', 'The checkout has expired.');
  }
  if (row.status !== 'open') {
    throw new ApiError('NotOpenCheckout', `This checkout isn't open. Its status is ${row.status}.`);
  }
  return row;
}

/** The answer while a payment for the checkout is pending. */
export function paymentPending(): ApiError {
  return new ApiError('NotOpenCheckout', 'A payment for this checkout is being processed.');
}

/**
 * Limits attempts with unusable discount codes; usable ones are not counted
 * (docs/contract/callers.md#failed-attempts).
 */
export async function guardDiscountCode<T>(
  scope: Scope,
  { discount_code }: { discount_code?: string | null | undefined },
  work: () => Promise<T>,
): Promise<T> {
  if (!discount_code) return work();
  const { ip, realTime: now } = scope;
  const isSandbox = await isSandboxCheckout(scope);
  return limitDiscountCodes({ subjects: limitSubjects(scope, ip), isSandbox, now }, work);
}

/** Runs work that names a discount code, and counts it where that code is unusable. Throws 429. */
export function limitDiscountCodes<T>(
  limit: { subjects: readonly (string | null)[]; isSandbox: boolean; now: Date },
  work: () => Promise<T>,
): Promise<T> {
  const isFailure = (error: unknown) =>
    error instanceof ApiError &&
    Array.isArray(error.detail) &&
    error.detail.some(({ loc }) => loc[1] === 'discount_code');
  return limitFailures({ ...limit, kind: 'discount_code', isFailure }, work);
}

/** The subjects that a buyer's failures are counted by: the checkout and his IP address. */
export function limitSubjects(scope: Scope, ip: string | null): (string | null)[] {
  return [`checkout:${checkoutIdOf(scope)}`, addressSubject(ip)];
}

/** The subject for the limits of an IP address. */
export function addressSubject(ip: string | null): string | null {
  return ip && `address:${networkOf(ip)}`;
}

/**
 * The buyer's IP address at the first client call, unless the seller gave one
 * (docs/contract/checkouts.md#buyer-address).
 */
export function buyerIp(row: CheckoutRow, { ip }: Scope): CheckoutInput {
  const isKnown = row.customerIpAddress !== null || ip === null;
  return isKnown ? {} : { customer_ip_address: ip };
}
