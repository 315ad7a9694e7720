import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { commit } from '@/lib/api/commands';
import { listAndExportOf, pageOf } from '@/lib/api/list';
import type { QueryOf } from '@/lib/contract/contract';
import { ApiError, bodyProblem, invalid, orNotFound } from '@/lib/contract/errors';
import { Id } from '@/lib/contract/fields';
import { jsonColumn } from '@/lib/contract/serialize';
import { clockOf, quietly, type Scope } from '@/lib/database/connection/scope';
import { draftCampaigns } from '@/lib/resources/advertisements/service';
import type { listCustomerBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import * as repository from '@/lib/resources/benefit-grants/repository';
import type {
  BenefitGrant,
  CustomerBenefitGrant,
  CustomerBenefitGrantUpdate,
} from '@/lib/resources/benefit-grants/schema';
import {
  serializeCustomerGrant,
  serializeGrant,
  serializeGrantEvent,
} from '@/lib/resources/benefit-grants/serialize';
import { platformOf, rulesOf } from '@/lib/resources/benefits/rules';
import { get as getBenefit } from '@/lib/resources/benefits/service';
import { requireFullSession } from '@/lib/resources/customer-sessions/rules';
import type { EventKind } from '@/lib/resources/events/schema';
import { recordAll } from '@/lib/resources/events/service';
import { touchGrants } from '@/lib/resources/grant-effects/service';
import { dequeue } from '@/lib/resources/key-pools/service';
import {
  attachImportedKeys,
  issueKeys,
  recordChangedKeys,
  recordIssuedKeys,
  setKeyStatusForGrants,
} from '@/lib/resources/license-keys/service';
import type { Platform } from '@/lib/resources/linked-accounts/schema';
import { findOfCustomer, limitAsking } from '@/lib/resources/linked-accounts/service';
import { getPublic as getPublicOrganization } from '@/lib/resources/organizations/service';
import { newId } from '@/lib/runtime/ids';
import { addJob, jobKind } from '@/lib/runtime/jobs/job';

/** How many grants are written by one statement. */
const CHUNK = 1000;

/** A change of a product's benefits reaches so many purchases in its own transaction. */
const MAX_AT_ONCE = 100;
/** The most grants that one batch of a rollout makes or revokes, where one purchase has not more. */
const MAX_CHANGES = 1000;
/** Before every id. */
const NIL = '00000000-0000-0000-0000-000000000000';

/** The grants of a benefit. Throw 404 for an unknown benefit. */
export const { listAll, exportAll } = listAndExportOf(getBenefit, repository.list, serializeGrant);

export async function listOfBuyer(scope: Scope, query: QueryOf<typeof listCustomerBenefitGrants>) {
  const page = await repository.listOfBuyer(scope, query).page(query);
  const organization = await sellerOf(scope);
  return pageOf(page, (row) => serializeCustomerGrant(row, organization), query);
}

/** Throws 404. */
export async function getOfBuyer(scope: Scope, id: string): Promise<CustomerBenefitGrant> {
  const row = orNotFound(
    await repository.listOfBuyer(scope, { sorting: [] }).find(id),
    'The benefit grant',
  );
  return serializeCustomerGrant(row, await sellerOf(scope));
}

/**
 * Notes the account outside that a customer names for a grant, and has it granted to that again
 * (docs/contract/portal.md#grant-updates). Throws 404, 403 where the grant is revoked
 * or the session is bound to a checkout, and 422 at `benefit_type`
 * where it is of another type, or at `account_id` for an account that is not his. Records `benefit_grant.updated` where something has changed.
 */
export async function updateOfBuyer(
  scope: Scope,
  id: string,
  body: CustomerBenefitGrantUpdate,
): Promise<CustomerBenefitGrant> {
  const { caller } = scope;
  const asks = 'properties' in body && caller.kind === 'customer';
  if (asks) await limitAsking(scope, caller.customerId);
  return commit(scope, async (scope) => {
    const before = await getOfBuyer(scope, id);
    requireFullSession(scope, 'this benefit');
    const row = orNotFound(await repository.lockGrant(scope, id), 'The benefit grant');
    if (body.benefit_type !== row.benefit.type) {
      const why = `This grant is of a benefit of the type ${row.benefit.type}.`;
      throw invalid(bodyProblem('benefit_type', why));
    }
    if (row.revokedAt !== null) {
      throw new ApiError('NotPermitted', 'This benefit was revoked.');
    }
    if (!('properties' in body)) return before;
    const { account_id: accountId } = body.properties;
    await requireAccount(scope, row, accountId);
    const previous = jsonColumn<BenefitGrant['properties']>(row.properties);
    const properties = { ...previous, ...body.properties };
    if (!isDeepStrictEqual(properties, previous)) {
      const now = clockOf(scope, row.organizationId);
      await repository.update(scope, id, { properties, modifiedAt: now });
      await recordGrants(scope, 'benefit_grant.updated', [id], previous);
    }
    // Naming the same account again asks for what has expired or was declined.
    await touchGrants(scope, [id]);
    return getOfBuyer(scope, id);
  });
}

/** Throws 422 where the customer of a grant has not linked this account of the benefit's platform. */
async function requireAccount(
  scope: Scope,
  { customerId, benefit }: repository.GrantRow,
  accountId: string,
): Promise<void> {
  const isId = Id.safeParse(accountId).success;
  const account = isId ? await findOfCustomer(scope, customerId, accountId) : null;
  if (account && account.platform === platformOf(benefit)) return;
  const why = 'Link an account first, and name it by its ID.';
  throw invalid(bodyProblem(['properties', 'account_id'], why));
}

/**
 * Names an account for those live grants of a customer on its platform that have none, or one that is gone, in the
 * caller's transaction, and has them granted to it. Records `benefit_grant.updated`.
 */
export async function nameAccount(
  scope: Scope,
  account: { id: string; customerId: string; organizationId: string; platform: Platform },
): Promise<void> {
  const rows = await repository.lockOfCustomer(scope, account.customerId, account.platform);
  for (const row of rows) {
    const named = jsonColumn<{ account_id?: string }>(row.properties).account_id;
    const isThere = named !== undefined && Id.safeParse(named).success;
    if (isThere && named !== account.id) {
      if (await findOfCustomer(scope, account.customerId, named)) continue;
    }
    if (named !== account.id) await setAccount(scope, row, account.id);
    await touchGrants(scope, [row.id]);
  }
}

/** Takes accounts that are gone out of the grants that name them, in the caller's transaction. */
export async function forgetAccounts(scope: Scope, accountIds: readonly string[]): Promise<void> {
  const rows = await repository.lockNaming(scope, accountIds);
  for (const row of rows) await setAccount(scope, row, undefined);
  await touchGrants(
    scope,
    rows.map(({ id }) => id),
  );
}

async function setAccount(
  scope: Scope,
  row: repository.GrantRow,
  accountId: string | undefined,
): Promise<void> {
  const previous = jsonColumn<BenefitGrant['properties']>(row.properties);
  const { account_id: _, ...others } = previous as { account_id?: string };
  const properties = jsonColumn<BenefitGrant['properties']>(
    accountId === undefined ? others : { ...others, account_id: accountId },
  );
  await repository.update(scope, row.id, { properties, modifiedAt: scope.realTime });
  await recordGrants(scope, 'benefit_grant.updated', [row.id], previous);
}

/** A benefit that the calling customer has now; null where he does not have it. */
export async function liveBenefitOfBuyer(scope: Scope, benefitId: string) {
  const query = { benefit_id: [benefitId], is_granted: true, sorting: [] };
  const { rows } = await repository.listOfBuyer(scope, query).page({ page: 1, limit: 1 });
  return rows[0]?.benefit ?? null;
}

/** A customer's scope has one organization: the seller. */
function sellerOf(scope: Scope) {
  const [id = ''] = scope.organizationIds;
  return getPublicOrganization(scope, id);
}

/**
 * Grants every benefit of a product to a customer for one purchase, in the product's order, in the caller's
 * transaction; a license-key benefit issues a key. A purchase that had a benefit before gets the same grant
 * and key again (docs/contract/license-keys.md#grants-again). Records `benefit_grant.created`.
 */
export async function grantBenefits(
  scope: Scope,
  purchase: {
    organizationId: string;
    customerId: string;
    productId: string;
    source: repository.Source;
    now: Date;
  },
): Promise<void> {
  const { organizationId, customerId, productId, source, now } = purchase;
  // The product is locked before its benefits are read, so that a concurrent change of them either waits for
  // this purchase or is visible to it.
  await repository.lockProduct(scope, productId, 'share');
  const ids = await repository.benefitIdsOf(scope, productId);
  const benefits = await repository.lockBenefits(scope, ids);
  const purchases = [{ customerId, subscriptionId: null, orderId: null, ...source }];
  await grantAll(scope, { organizationId, benefits, purchases, now });
}

/**
 * {@link grantBenefits} for purchases of a product that were imported: nothing is told, and a key that was imported before
 * its purchase becomes its grant's (docs/contract/imports.md#license-keys). Returns the ids of those keys.
 */
export async function grantImported(
  scope: Scope,
  sale: {
    organizationId: string;
    productId: string;
    purchases: readonly repository.Purchase[];
    now: Date;
  },
): Promise<string[]> {
  const { organizationId, productId, purchases, now } = sale;
  await repository.lockProduct(scope, productId, 'share');
  const ids = await repository.benefitIdsOf(scope, productId);
  const benefits = await repository.lockBenefits(scope, ids);
  const taken: string[] = [];
  await grantAll(quietly(scope), { organizationId, benefits, purchases, now, taken });
  return taken;
}

/** Issues the keys of those of these live grants that have none, though their benefit gives one. */
export async function issueMissingKeys(
  scope: Scope,
  grantIds: readonly string[],
  now: Date,
): Promise<void> {
  const grants = await repository.withoutKey(scope, grantIds);
  const benefitIds = [...new Set(grants.map(({ benefitId }) => benefitId))];
  for (const benefit of await repository.lockBenefits(scope, benefitIds)) {
    if (!rulesOf(benefit).hasKey) continue;
    const { organizationId, id } = benefit;
    const own = grants.filter(({ benefitId }) => benefitId === id);
    await issueKeys(scope, { organizationId, benefit, grants: own, now });
  }
}

/**
 * Revokes the live grants of a purchase and their keys, but for the benefits of `keptProductId` where
 * it is given: that product is locked, as by {@link grantBenefits}. Records `benefit_grant.revoked`.
 */
export async function revokeBenefits(
  scope: Scope,
  { source, keptProductId, now }: { source: repository.Source; keptProductId?: string; now: Date },
): Promise<void> {
  if (keptProductId) await repository.lockProduct(scope, keptProductId, 'share');
  const kept = keptProductId ? await repository.benefitIdsOf(scope, keptProductId) : [];
  await revokeAll(scope, { ...source, keptBenefitIds: kept }, now);
}

/** The job that goes on with a rollout. */
export const rolloutKind = jobKind(
  'roll_out_benefits',
  z.object({ organization_id: z.string(), product_id: z.string() }),
);

/**
 * Applies a change of a product's benefits to the grants of its present purchases
 * (docs/contract/catalogue.md#product-benefits): revokes those of removed benefits and grants the added ones,
 * in the order of `added`. With more than {@link MAX_AT_ONCE} purchases, jobs do the rest after the transaction
 * (docs/decisions/benefit-rollouts.md); what an earlier change has not reached yet goes by this one.
 */
export async function syncProductBenefits(
  scope: Scope,
  change: { productId: string; added: readonly string[]; removed: readonly string[]; now: Date },
): Promise<void> {
  const { productId, now } = change;
  const organizationId = await repository.lockProduct(scope, productId, 'change');
  if (organizationId === undefined) return;
  const earlier = await repository.takeRollout(scope, productId);
  const added = merged(earlier?.added, change.added, change.removed);
  const removed = merged(earlier?.removed, change.removed, change.added);
  if (added.length + removed.length === 0) return;
  const pending = await repository.countPurchases(scope, productId);
  await rollOut(
    scope,
    { organizationId, productId, changedAt: now, added, removed, afterId: NIL, pending },
    pending <= MAX_AT_ONCE ? MAX_AT_ONCE + 1 : undefined,
  );
}

/** What an earlier change did, and what a later one does, without what the later one undoes. */
function merged(
  earlier: readonly string[] = [],
  later: readonly string[],
  undone: readonly string[],
): string[] {
  return [...new Set([...earlier, ...later])].filter((id) => !undone.includes(id));
}

/** Takes a change of a product's benefits to the next of its purchases; does nothing where it has reached all. */
export async function continueRollout(scope: Scope, productId: string): Promise<void> {
  // As by a purchase: the list stays as it is, and purchases go on.
  await repository.lockProduct(scope, productId, 'share');
  const rollout = await repository.takeRollout(scope, productId);
  if (rollout) await rollOut(scope, rollout);
}

/** Takes a change to the next purchases, by default as many as {@link MAX_CHANGES} allow. */
async function rollOut(
  scope: Scope,
  rollout: repository.Rollout,
  limit = batchOf(rollout),
): Promise<void> {
  const { organizationId, productId, changedAt: now, added, removed, afterId, pending } = rollout;
  const next = await repository.purchasesOf(scope, productId, { afterId, limit });
  const { purchases, lastId } = next;
  // With the last ones all that is left, whatever state its purchase is in.
  const holders = lastId === null ? { productId } : { purchases };
  if (removed.length > 0) await revokeAll(scope, { ...holders, benefitIds: removed }, now);
  const benefits = await repository.lockBenefits(scope, added);
  if (benefits.length > 0) await grantAll(scope, { organizationId, benefits, purchases, now });
  if (lastId === null) return;
  const left = Math.max(1, pending - limit);
  await repository.keepRollout(scope, { ...rollout, afterId: lastId, pending: left });
  const job = { organization_id: organizationId, product_id: productId };
  await addJob(scope, rolloutKind, job, { key: `${rolloutKind.name}:${productId}` });
}

/** To so many purchases a rollout goes in one transaction. */
function batchOf({ added, removed }: repository.Rollout): number {
  const perPurchase = added.length + removed.length;
  return Math.max(1, Math.min(MAX_AT_ONCE, Math.floor(MAX_CHANGES / perPurchase)));
}

/** Revokes every grant of a benefit that is being deleted, with its keys. */
export async function revokeBenefitEverywhere(
  scope: Scope,
  benefitId: string,
  now: Date,
): Promise<void> {
  await revokeAll(scope, { benefitId }, now);
}

/** Revokes every grant of a customer who is being deleted, with its keys. */
export async function revokeBenefitsOfCustomer(
  scope: Scope,
  customerId: string,
  now: Date,
): Promise<void> {
  await revokeAll(scope, { customerId }, now);
}

interface Granting {
  organizationId: string;
  benefits: readonly repository.BenefitRow[];
  purchases: readonly repository.Purchase[];
  now: Date;
  /** Of imported purchases: takes the ids of keys that were imported before them. */
  taken?: string[];
}

async function grantAll(scope: Scope, granting: Granting): Promise<void> {
  const { organizationId, benefits, purchases, now, taken } = granting;
  const wanted = purchases.flatMap((purchase) =>
    benefits.map((benefit) => ({
      ...purchase,
      id: newId(),
      organizationId,
      createdAt: now,
      grantedAt: now,
      benefitId: benefit.id,
      properties: jsonColumn<BenefitGrant['properties']>(
        rulesOf(benefit).grant(benefit.properties, newId()),
      ),
    })),
  );
  const withKeys = benefits.filter((benefit) => rulesOf(benefit).hasKey);
  const withCampaigns = new Set(
    benefits.filter((benefit) => rulesOf(benefit).hasCampaign).map(({ id }) => id),
  );
  for (let start = 0; start < wanted.length; start += CHUNK) {
    const chunk = wanted.slice(start, start + CHUNK);
    const missing = await repository.createMissing(scope, chunk);
    const created = chunk.filter(({ id }) => missing.has(id));
    const ids = benefits.map(({ id }) => id);
    const isNew = created.length === chunk.length;
    const restored = isNew ? [] : await repository.restore(scope, ids, chunk, now);
    const keys = await setKeyStatusForGrants(scope, restored, 'granted', now);
    // One that was revoked while it waited for a key has none yet.
    const keyless = await withoutKeys(scope, restored, withKeys);
    for (const benefit of withKeys) {
      const isOf = ({ benefitId }: { benefitId: string }) => benefitId === benefit.id;
      const fresh = created.filter(isOf);
      const left = taken
        ? await attachImportedKeys(scope, { benefit, grants: fresh, taken })
        : fresh;
      const grants = [...left, ...keyless.filter(isOf)];
      await issueKeys(scope, { organizationId, benefit, grants, now });
    }
    await draftCampaigns(
      scope,
      created.filter(({ benefitId }) => withCampaigns.has(benefitId)),
    );
    const withNewKeys = withKeys.length > 0 ? [...created, ...keyless].map(({ id }) => id) : [];
    await recordCreated(scope, {
      restored,
      created: created.map(({ id }) => id),
      withNewKeys,
    });
    await recordChangedKeys(scope, keys);
    const isOutside = benefits.some((benefit) => platformOf(benefit) !== null);
    if (isOutside) await touchGrants(scope, [...restored, ...missing]);
  }
}

function withoutKeys(
  scope: Scope,
  grantIds: readonly string[],
  benefits: readonly repository.BenefitRow[],
) {
  if (grantIds.length === 0 || benefits.length === 0) return [];
  const ids = benefits.map(({ id }) => id);
  return repository.withoutKey(scope, grantIds, ids);
}

async function revokeAll(scope: Scope, target: repository.Target, now: Date): Promise<void> {
  for (;;) {
    const live = await repository.findLive(scope, target, CHUNK);
    if (live.length === 0) return;
    const revoked = await repository.revoke(scope, live, now);
    // First, so that a key that one of them has just been given is revoked as well.
    await dequeue(scope, revoked);
    const keys = await setKeyStatusForGrants(scope, revoked, 'revoked', now);
    const rows = await recordGrants(scope, 'benefit_grant.revoked', revoked);
    await recordChangedKeys(scope, keys);
    const outside = rows.filter(({ benefit }) => platformOf(benefit) !== null);
    await touchGrants(
      scope,
      outside.map(({ id }) => id),
    );
  }
}

/** Records grants that were made again and those that are new, and the keys that were issued for some of them. */
async function recordCreated(
  scope: Scope,
  grants: {
    restored: readonly string[];
    created: readonly string[];
    withNewKeys: readonly string[];
  },
): Promise<void> {
  const { restored, created, withNewKeys } = grants;
  const ids = [...restored, ...created];
  if (scope.isQuiet) return;
  if (withNewKeys.length === 0) {
    await recordGrants(scope, 'benefit_grant.created', ids);
    return;
  }
  const rows = await repository.loadWithCustomers(scope, ids);
  await recordAll(scope, eventsOf('benefit_grant.created', rows, null));
  const isNew = new Set(withNewKeys);
  const keys = rows.flatMap(({ id, licenseKey, customer }) =>
    licenseKey && isNew.has(id) ? [{ ...licenseKey, customer }] : [],
  );
  await recordIssuedKeys(scope, keys);
}

/**
 * Records `license_key.created` and `benefit_grant.updated` for grants that have waited for a key and got it in the caller's
 * transaction.
 */
export async function recordGivenKeys(scope: Scope, grantIds: readonly string[]): Promise<void> {
  if (grantIds.length === 0) return;
  const rows = await repository.loadWithCustomers(scope, grantIds);
  await recordIssuedKeys(
    scope,
    rows.flatMap(({ licenseKey, customer }) => (licenseKey ? [{ ...licenseKey, customer }] : [])),
  );
  await recordAll(scope, eventsOf('benefit_grant.updated', rows, {}));
}

async function recordGrants(
  scope: Scope,
  kind: GrantKind,
  ids: readonly string[],
  previous: Previous = null,
): Promise<repository.GrantRow[]> {
  const rows = ids.length === 0 ? [] : await repository.load(scope, ids);
  await recordAll(scope, eventsOf(kind, rows, previous));
  return rows;
}

type GrantKind = Extract<EventKind, `benefit_grant.${string}`>;
type Previous = BenefitGrant['properties'] | null;

function eventsOf(kind: GrantKind, rows: readonly repository.GrantRow[], previous: Previous) {
  return rows.map((row) => ({
    kind,
    organizationId: row.organizationId,
    snapshot: { ...serializeGrantEvent(row), previous_properties: previous },
  }));
}

/**
 * What becomes of the grants of a purchase when its product is another one, or none (null): how many
 * benefits are granted and revoked, and how many license keys are revoked with them.
 */
export async function countEffects(
  scope: Scope,
  { source, productId }: { source: repository.Source; productId: string | null },
): Promise<{ granted: number; revoked: number; keysRevoked: number }> {
  const live = await repository.liveOf(scope, source);
  const wanted = new Set(productId === null ? [] : await repository.benefitIdsOf(scope, productId));
  const revoked = live.filter(({ benefitId }) => !wanted.has(benefitId));
  return {
    granted: wanted.size - (live.length - revoked.length),
    revoked: revoked.length,
    keysRevoked: revoked.filter(({ benefit }) => rulesOf(benefit).hasKey).length,
  };
}

/** What a buyer has by a purchase: descriptions of benefits, the number of files, and the license keys. */
export async function holdingsOf(scope: Scope, source: repository.Source) {
  const grants = await repository.holdingsOf(scope, source);
  return {
    benefits: grants.map(({ benefit }) => benefit.description),
    downloadsCount: grants.reduce(
      (count, { benefit }) =>
        count + (rulesOf(benefit).activeFiles?.(benefit.properties).length ?? 0),
      0,
    ),
    // One that was transferred is another customer's secret.
    keys: grants.flatMap(({ licenseKey, customerId }) =>
      licenseKey?.customerId === customerId ? [licenseKey.key] : [],
    ),
  };
}
