import { counted, pageOf } from '@/lib/api/list';
import { allows } from '@/lib/api/rights';
import type { QueryOf } from '@/lib/contract/contract';
import { ApiError, orNotFound } from '@/lib/contract/errors';
import { printed } from '@/lib/contract/pagination';
import { Notes } from '@/lib/database/connection/notes';
import { clockOf, type Scope } from '@/lib/database/connection/scope';
import type {
  countCheckouts,
  exportCheckouts,
  listCheckouts,
} from '@/lib/resources/checkouts/contract';
import * as repository from '@/lib/resources/checkouts/repository';
import { isDiscountable } from '@/lib/resources/checkouts/rules';
import {
  type Checkout,
  type CheckoutLegacy,
  type CheckoutPublic,
  CheckoutStatus,
} from '@/lib/resources/checkouts/schema';
import {
  type CheckoutRow,
  serializeCheckout,
  serializeCheckoutLegacy,
  serializeCheckoutPublic,
  serializeRedactedCheckout,
} from '@/lib/resources/checkouts/serialize';
import { hasUsableCode } from '@/lib/resources/discounts/service';

export async function listAll(scope: Scope, query: QueryOf<typeof listCheckouts>) {
  const found = await list(scope, query);
  return pageOf(await found.page(query), serializerFor(scope), query);
}

export async function* exportAll(scope: Scope, query: QueryOf<typeof exportCheckouts>) {
  yield* printed((await list(scope, query)).all(), serializerFor(scope));
}

const COUNTED = { status: { column: 't.status', values: CheckoutStatus.options } };

export async function countAll(scope: Scope, query: QueryOf<typeof countCheckouts>) {
  const hasLapsed = await repository.hasLapsed(scope, query.status);
  const list = (...request: [Scope, QueryOf<typeof exportCheckouts>]) =>
    repository.list(...request, { hasLapsed });
  return counted(list, COUNTED)(scope, query);
}

async function list(scope: Scope, query: QueryOf<typeof exportCheckouts>) {
  const hasLapsed = await repository.hasLapsed(scope, query.status);
  return repository.list(scope, query, { hasLapsed });
}

/** The serializer for the caller: only callers who may write checkouts see client secrets. */
function serializerFor(scope: Scope): (row: CheckoutRow) => Checkout {
  return (row) =>
    allows(scope, 'checkouts:write', row.organizationId)
      ? serializeCheckout(row)
      : serializeRedactedCheckout(row);
}

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<Checkout> {
  return serializerFor(scope)(await findCurrent(scope, id));
}

/** Throws 410 where the checkout has expired. */
export async function getByClient(scope: Scope): Promise<CheckoutPublic> {
  const row = await findCurrent(scope, checkoutIdOf(scope));
  if (row.status === 'expired') throw expired();
  const known = withBuyerIp(row, scope.ip);
  if (known !== row && scope.ip !== null) buyerIps.add(row.id, scope.ip);
  return printForBuyer(scope, known);
}

/** Addresses of buyers that reads have met, by their checkouts. */
const buyerIps = new Notes<string>('the addresses of buyers', (addresses) =>
  repository.setBuyerIps(null, addresses),
);

/** A checkout for its buyer, with whether a discount code could be used (docs/contract/checkouts.md#requirement-flags). */
export async function printForBuyer(scope: Scope, row: CheckoutRow): Promise<CheckoutPublic> {
  const { organizationId, productId } = row;
  const takesCodes = row.status === 'open' && row.allowDiscountCodes && isDiscountable(row.price);
  const now = clockOf(scope, organizationId);
  const { currency } = row.price;
  const hasDiscountCodes =
    takesCodes && (await hasUsableCode(scope, { organizationId, productId, currency, now }));
  return serializeCheckoutPublic(row, { hasDiscountCodes });
}

/** Any session in the old shape. Throws 404. */
export async function getLegacy(scope: Scope, id: string): Promise<CheckoutLegacy> {
  return serializeCheckoutLegacy(await get(scope, id));
}

/** The checkout with its buyer's IP address, which is that of the first call; the same where it is known. */
export function withBuyerIp(row: CheckoutRow, ip: string | null): CheckoutRow {
  if (row.customerIpAddress !== null || row.status !== 'open' || ip === null) return row;
  return { ...row, customerIpAddress: buyerIps.get(row.id) ?? ip };
}

/** A checkout as it is by its organization's clock. Throws 404. */
async function findCurrent(scope: Scope, id: string): Promise<CheckoutRow> {
  const [row] = await asOfNow(scope, [await findCheckout(scope, id)]);
  return orNotFound(row, 'The checkout');
}

/** Checkouts as they are by their organizations' clocks. */
export const asOfNow = repository.current;

/** Open checkouts that expire by `to`, and checkouts with these ids. */
export function livingUntil(
  scope: Scope,
  to: Date,
  ids: readonly string[],
): Promise<CheckoutRow[]> {
  return repository.findLiving(scope, { to, ids });
}

/** A checkout as it is stored. Throws 404. */
export async function findCheckout(scope: Scope, id: string): Promise<CheckoutRow> {
  return orNotFound(await repository.find(scope, id), 'The checkout');
}

/** Whether the calling checkout belongs to a sandbox organization. */
export function isSandboxCheckout(scope: Scope): Promise<boolean> {
  return repository.isSandbox(scope, checkoutIdOf(scope));
}

export function expired(): ApiError {
  return new ApiError('ResourceUnavailable', 'This checkout has expired. Nothing was charged.');
}

/** The checkout with this id while it is open; null where it is unknown, over, or past its expiry. */
export async function findOpenCheckout(scope: Scope, id: string): Promise<CheckoutRow | null> {
  const row = await repository.find(scope, id);
  const isOpen =
    row?.status === 'open' && !repository.isDue(row, clockOf(scope, row.organizationId));
  return isOpen ? row : null;
}

/** The id of the checkout that the caller's client secret belongs to. */
export function checkoutIdOf(scope: Scope): string {
  if (scope.caller.kind !== 'checkout') throw new Error('The call came without a client secret');
  return scope.caller.checkoutId;
}
