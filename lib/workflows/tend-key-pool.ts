import { jobScope } from '@/lib/auth/credentials';
import { jsonColumn } from '@/lib/contract/serialize';
import { outageOf } from '@/lib/database/connection/errors';
import { clockOf, type Scope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { recordGivenKeys } from '@/lib/resources/benefit-grants/service';
import { lockBenefits } from '@/lib/resources/benefits/service';
import { isPooled, type LicenseKeysProperties } from '@/lib/resources/benefits/types/license-keys';
import { isLow } from '@/lib/resources/key-pools/rules';
import * as pools from '@/lib/resources/key-pools/service';
import { generateKeys, giveKeys } from '@/lib/resources/license-keys/service';
import type { MailContent } from '@/lib/resources/mails/kinds';
import { queueMail } from '@/lib/resources/mails/service';
import { ownersOf } from '@/lib/resources/members/service';
import { get as getOrganization } from '@/lib/resources/organizations/service';
import { publicUrl } from '@/lib/runtime/env';
import { inBatches } from '@/lib/runtime/jobs/batches';
import { handler } from '@/lib/runtime/jobs/job';
import { log } from '@/lib/runtime/log';

/** So many grants get their key in one transaction. */
const BATCH = 100;
/** So many pools are looked after in one run of the periodic task. */
const POOLS = 100;

/** Hands out the keys of a pool to the grants that wait, and tells its owners what it needs. */
export const tendKeyPool = handler(pools.tendKind, ({ organization_id, benefit_id, is_sold }) =>
  tend(organization_id, benefit_id, is_sold),
);

/**
 * Looks after the pools with both grants that wait and free keys: a sale that was rolled back left its key free. One that
 * fails keeps no other waiting.
 */
export function tendKeyPools(): Promise<void> {
  return inBatches(async () => {
    const found = await pools.findTendable(POOLS);
    for (const { organizationId, benefitId } of found) {
      try {
        await tend(organizationId, benefitId, false);
      } catch (error) {
        if (outageOf(error)) throw error;
        log.error({ err: error, benefit: benefitId }, 'a pool of keys could not be looked after');
      }
    }
    return false;
  });
}

async function tend(organizationId: string, benefitId: string, isSold: boolean): Promise<void> {
  const scope = await jobScope(organizationId);
  while (await transaction(scope, (inner) => serveNext(inner, benefitId)));
  await transaction(scope, (inner) => tell(inner, benefitId, isSold));
}

type BenefitRow = Awaited<ReturnType<typeof lockBenefits>>[number];

/**
 * Gives the grants that have waited longest their keys, in the order of the sales; true where more may be served. Where the
 * benefit has no pool any more, their keys are generated.
 */
async function serveNext(scope: Scope, benefitId: string): Promise<boolean> {
  const [benefit] = await lockBenefits(scope, [benefitId]);
  if (!benefit) return false;
  const { organizationId } = benefit;
  // One after the other, so that nobody overtakes who has waited longer.
  await pools.lockPool(scope, benefit);
  await pools.dequeueServed(scope, benefitId);
  const waiting = await pools.lockWaiting(scope, benefitId, BATCH);
  if (waiting.length === 0) return false;
  const grants = waiting.map(({ grantId, customerId }) => ({ id: grantId, customerId }));
  const issue = { organizationId, benefit, grants, now: clockOf(scope, organizationId) };
  const served = await serve(scope, issue);
  const ids = grants.slice(0, served).map(({ id }) => id);
  await pools.dequeue(scope, ids);
  await recordGivenKeys(scope, ids);
  return served === BATCH;
}

/** Gives as many of the grants as there are keys theirs; returns how many. */
async function serve(scope: Scope, issue: Parameters<typeof giveKeys>[1]): Promise<number> {
  const { benefit, grants } = issue;
  if (!isPooled(jsonColumn<LicenseKeysProperties>(benefit.properties))) {
    await generateKeys(scope, issue);
    return grants.length;
  }
  const free = await pools.takeFree(scope, benefit.id, grants.length);
  await giveKeys(scope, issue, free);
  return free.length;
}

/**
 * Tells the owners once that a pool is low, and once that buyers wait, until it is neither any more
 * (docs/contract/license-keys.md#own-keys).
 */
async function tell(scope: Scope, benefitId: string, isSold: boolean): Promise<void> {
  const [benefit] = await lockBenefits(scope, [benefitId]);
  if (!benefit) return;
  const { low_stock_at: lowAt = null } = jsonColumn<LicenseKeysProperties>(benefit.properties);
  const before = await pools.lockPool(scope, benefit);
  const counts = (await pools.countsOf(scope, [benefitId])).get(benefitId);
  if (!counts) return;
  const { free, pending } = counts;
  const now = clockOf(scope, benefit.organizationId);
  const since = (told: Date | null, is: boolean) => (is ? (told ?? (isSold ? now : null)) : null);
  const after = {
    lowToldAt: since(before.lowToldAt, lowAt !== null && isLow(counts, lowAt)),
    emptyToldAt: since(before.emptyToldAt, pending > 0),
  };
  await pools.savePool(scope, benefitId, after);
  const named = { benefit_name: benefit.description };
  if (after.lowToldAt && !before.lowToldAt) {
    await mailOwners(scope, benefit, 'key_pool_low', (url) => ({
      kind: 'key_pool_low',
      data: { ...named, free, url },
      secrets: {},
    }));
  }
  if (after.emptyToldAt && !before.emptyToldAt) {
    await mailOwners(scope, benefit, 'key_pool_empty', (url) => ({
      kind: 'key_pool_empty',
      data: { ...named, pending, url },
      secrets: {},
    }));
  }
}

/** Mails the owners, unless the organization has switched that off. */
async function mailOwners(
  scope: Scope,
  { id, organizationId }: BenefitRow,
  kind: 'key_pool_low' | 'key_pool_empty',
  contentOf: (url: string) => MailContent,
): Promise<void> {
  const { slug, notification_settings: wanted } = await getOrganization(scope, organizationId);
  if (!wanted[kind]) return;
  const content = contentOf(`${publicUrl()}/dashboard/${slug}/benefits/${id}`);
  for (const { email: recipient, name: recipientName } of await ownersOf(scope, organizationId)) {
    await queueMail(scope, { ...content, organizationId, recipient, recipientName });
  }
}
