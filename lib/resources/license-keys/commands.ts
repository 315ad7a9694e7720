import { commit } from '@/lib/api/commands';
import { ApiError, bodyProblem, invalid, orNotFound } from '@/lib/contract/errors';
import { jsonColumn } from '@/lib/contract/serialize';
import { HOUR_MS } from '@/lib/contract/times';
import { clockOf, type Scope } from '@/lib/database/connection/scope';
import { isPooled, type LicenseKeysProperties } from '@/lib/resources/benefits/types/license-keys';
import { requireFullSession } from '@/lib/resources/customer-sessions/rules';
import { lockCustomer } from '@/lib/resources/customers/service';
import { recordAll } from '@/lib/resources/events/service';
import * as pools from '@/lib/resources/key-pools/service';
import * as repository from '@/lib/resources/license-keys/repository';
import {
  changesOf,
  displayKey,
  evaluate,
  type KeyChange,
  keyOf,
} from '@/lib/resources/license-keys/rules';
import type {
  LicenseKey,
  LicenseKeyRotate,
  LicenseKeyTransfer,
} from '@/lib/resources/license-keys/schema';
import {
  type LicenseKeyRow,
  redactForCaller,
  serializeLicenseKey,
} from '@/lib/resources/license-keys/serialize';
import { eventOf, refusal, stateOf } from '@/lib/resources/license-keys/service';
import { queueMail } from '@/lib/resources/mails/service';
import { get as getOrganization } from '@/lib/resources/organizations/service';
import { publicUrl } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';

const WHAT = 'The license key';

/**
 * Gives a key a new value; the one before works for `overlap_hours` more (docs/contract/license-keys.md#rotation). Throws
 * 404, and 409 where its pool has no free key. Records `license_key.updated`.
 */
export function rotate(
  scope: Scope,
  id: string,
  { overlap_hours }: LicenseKeyRotate,
): Promise<LicenseKey> {
  return commit(scope, async (scope) => {
    const before = orNotFound(await repository.lock(scope, id), WHAT);
    const benefit = await repository.benefitOf(scope, id);
    return serializeLicenseKey(await rotated(scope, before, benefit, overlap_hours));
  });
}

/**
 * {@link rotate} by the customer who has the key. Throws 404, 409, and 403 where the benefit does not let customers, for a
 * session that is bound to a checkout, and with a `code` for a key that does not work.
 */
export function rotateOfBuyer(
  scope: Scope,
  id: string,
  { overlap_hours }: LicenseKeyRotate,
): Promise<LicenseKey> {
  return commit(scope, async (scope) => {
    const own = await repository.listOfBuyer(scope, { sorting: [] }).find(id);
    const before = orNotFound(own && (await repository.lock(scope, id)), WHAT);
    requireFullSession(scope, 'this license key');
    const benefit = await repository.benefitOf(scope, id);
    if (!jsonColumn<LicenseKeysProperties>(benefit.properties).enable_customer_rotation) {
      throw new ApiError('NotPermitted', 'Ask the seller to replace this license key.');
    }
    const code = evaluate(stateOf(before), { about: 'key' }, clockOf(scope, before.organizationId));
    if (code !== 'VALID') throw refusal('NotPermitted', code);
    const row = await rotated(scope, before, benefit, overlap_hours);
    return serializeLicenseKey(redactForCaller(scope, row));
  });
}

type Benefit = Awaited<ReturnType<typeof repository.benefitOf>>;

async function rotated(
  scope: Scope,
  before: LicenseKeyRow,
  benefit: Benefit,
  overlapHours: number,
): Promise<LicenseKeyRow> {
  const overlapMs = overlapHours * HOUR_MS;
  const row = await replaceValue(scope, before, benefit, { overlapMs });
  await recordAll(scope, [eventOf('license_key.updated', row)]);
  return row;
}

/**
 * Changes a key as {@link changesOf} says, in the transaction of the scope; returns whether it is another one then. A key
 * that is gone is not. Records `license_key.updated`.
 */
export async function change(scope: Scope, id: string, change: KeyChange): Promise<boolean> {
  const before = await repository.lock(scope, id);
  if (!before) return false;
  const now = clockOf(scope, before.organizationId);
  const changes = changesOf(before, change, now);
  if (!changes) return false;
  const row = await repository.update(scope, id, { ...changes, modifiedAt: now });
  await recordAll(scope, [eventOf('license_key.updated', row)]);
  return true;
}

/** Sets the usage to 0. Throws 404. */
export function resetUsage(scope: Scope, id: string): Promise<LicenseKey> {
  return commit(scope, async (scope) => {
    const before = orNotFound(await repository.lock(scope, id), WHAT);
    const modifiedAt = clockOf(scope, before.organizationId);
    return serializeLicenseKey(await repository.update(scope, id, { usage: 0, modifiedAt }));
  });
}

/**
 * Gives a key, with a new value and without activations, to another customer
 * (docs/contract/license-keys.md#transfer). Throws 404, 409 where its pool has no free key, and 422 at `customer_id` where its organization has no such
 * customer or it is his already. Records `license_key.updated` and queues a mail to both.
 */
export function transfer(
  scope: Scope,
  id: string,
  { customer_id }: LicenseKeyTransfer,
): Promise<LicenseKey> {
  return commit(scope, async (scope) => {
    // The customer first, as sales and deletions lock it.
    const customer = await lockCustomer(scope, customer_id);
    const before = orNotFound(await repository.lock(scope, id), WHAT);
    if (customer?.organizationId !== before.organizationId) {
      throw invalid(bodyProblem('customer_id', 'This organization has no customer with this ID.'));
    }
    if (customer.id === before.customerId) {
      throw invalid(bodyProblem('customer_id', 'This customer has the key already.'));
    }
    await repository.removeActivations(scope, id);
    const transferredAt = clockOf(scope, before.organizationId);
    const holder = { customerId: customer.id, transferredAt };
    const benefit = await repository.benefitOf(scope, id);
    await replaceValue(scope, before, benefit, { overlapMs: 0, changes: holder });
    const [row] = await repository.load(scope, [id]);
    if (!row) throw new Error('The key was locked');
    await recordAll(scope, [eventOf('license_key.updated', row)]);
    await mailTransfer(scope, before, row, benefit);
    return serializeLicenseKey(row);
  });
}

/** Gives a locked key the next value, and has the one before end after the overlap. Throws 409. */
async function replaceValue(
  scope: Scope,
  before: LicenseKeyRow,
  benefit: Benefit,
  {
    overlapMs,
    changes = {},
  }: { overlapMs: number; changes?: Partial<Pick<LicenseKeyRow, 'customerId' | 'transferredAt'>> },
): Promise<LicenseKeyRow> {
  const { id, organizationId, key, version } = before;
  const now = clockOf(scope, organizationId);
  const validUntil = new Date(now.getTime() + overlapMs);
  const former = { id: newId(), organizationId, createdAt: now, key, version, validUntil };
  await repository.replaceFormer(scope, id, overlapMs > 0 ? former : null);
  return repository.update(scope, id, {
    ...changes,
    key: await nextValue(scope, before, benefit),
    version: version + 1,
    modifiedAt: now,
  });
}

/**
 * The value that a key gets next: the oldest free one of its benefit's pool, where it has one. Throws 409 where none is
 * left over for it: grants that wait come first.
 */
async function nextValue(
  scope: Scope,
  { id, organizationId, benefitId }: LicenseKeyRow,
  benefit: Benefit,
): Promise<string> {
  const properties = jsonColumn<LicenseKeysProperties>(benefit.properties);
  if (!isPooled(properties)) return keyOf(properties.prefix, crypto.randomUUID());
  const isWaitedFor = await pools.isWaitedFor(scope, benefitId);
  const [next] = isWaitedFor ? [] : await pools.takeFree(scope, benefitId, 1);
  if (!next) throw new ApiError('Conflict', 'No license key is free to replace this one.');
  await pools.markGranted(scope, [{ id: next.id, licenseKeyId: id }]);
  await pools.tellIfLow(scope, { organizationId, benefitId }, properties.low_stock_at);
  return next.key;
}

/** Tells who had the key, and who has it now. Customers who were deleted get no mail. */
async function mailTransfer(
  scope: Scope,
  before: LicenseKeyRow,
  row: LicenseKeyRow,
  { description: benefit_name }: Benefit,
): Promise<void> {
  const { organizationId } = row;
  const { slug } = await getOrganization(scope, organizationId);
  const portal_url = `${publicUrl()}/portal/${slug}`;
  const holders = [
    { customer: before.customer, key: before.key, is_received: false },
    { customer: row.customer, key: row.key, is_received: true },
  ];
  for (const { customer, key, is_received } of holders) {
    if (customer.deletedAt !== null) continue;
    await queueMail(scope, {
      kind: 'license_key_transferred',
      data: { benefit_name, display_key: displayKey(key), is_received, portal_url },
      secrets: {},
      organizationId,
      recipient: customer.email,
      recipientName: customer.name,
      customerId: customer.id,
    });
  }
}
