import { commit } from '@/lib/api/commands';
import { findNamedOrganization } from '@/lib/auth/credentials';
import { findUserById } from '@/lib/auth/users';
import { timestamp } from '@/lib/contract/serialize';
import { addMonths } from '@/lib/contract/times';
import { clockOf, type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { queueAccountMail } from '@/lib/resources/account-mails/service';
import { ownersOf } from '@/lib/resources/members/service';
import { DELETION_MS } from '@/lib/resources/organizations/rules';
import type { Organization, OrganizationDeletion } from '@/lib/resources/organizations/schema';
import * as organizations from '@/lib/resources/organizations/service';
import { mailChange } from '@/lib/resources/sale-mails/service';
import { plan } from '@/lib/resources/subscriptions/life-cycle';
import { changesBetween, lockToHold, saveChanges } from '@/lib/resources/subscriptions/service';
import { publicUrl } from '@/lib/runtime/env';
import { handler } from '@/lib/runtime/jobs/job';
import { log } from '@/lib/runtime/log';

/** So many subscriptions are held or released in one transaction. */
const HELD_AT_ONCE = 50;
/** Invoices and the ledger are kept for so long after the rest was erased, months. */
const KEPT_MONTHS = 120;

/**
 * Schedules the deletion of an organization, 30 days of real time on, and mails its owners
 * (docs/contract/organizations.md#deletion). One that is scheduled already keeps its date. Throws 403 for anybody but an
 * owner, 404, 409 while its test clock advances, and 422 at `confirm_slug`.
 */
export function scheduleDeletion(
  scope: Scope,
  id: string,
  { confirm_slug }: OrganizationDeletion,
): Promise<Organization> {
  return commit(scope, async (scope) => {
    const at = new Date(scope.realTime.getTime() + DELETION_MS);
    const scheduled = await organizations.setDeletion(scope, id, at, confirm_slug);
    if (!scheduled) return organizations.get(scope, id);
    await mailOwners(scope, scheduled, { change: 'scheduled', deletes_at: timestamp(at) });
    return scheduled;
  });
}

/** Takes the deletion back; nothing where none is scheduled. Throws as {@link scheduleDeletion}. */
export async function cancelDeletion(scope: Scope, id: string): Promise<void> {
  await commit(scope, async (scope) => {
    const { deletion_scheduled_at: deletes_at } = await organizations.get(scope, id);
    const kept = await organizations.setDeletion(scope, id, null);
    if (kept && deletes_at) await mailOwners(scope, kept, { change: 'taken_back', deletes_at });
  });
}

async function mailOwners(
  scope: Scope,
  { id, name: organization_name, slug }: Organization,
  told: { change: 'scheduled' | 'taken_back'; deletes_at: string },
): Promise<void> {
  const { caller } = scope;
  const user = caller.kind === 'user' ? await findUserById(caller.userId, scope) : null;
  const by = user?.name ?? null;
  const url = `${publicUrl()}/dashboard/${slug}/settings`;
  for (const owner of await ownersOf(scope, id)) {
    const data = { name: owner.name, organization_name, by, url, ...told };
    await queueAccountMail(scope, owner, { kind: 'organization_deletion', data, secrets: {} });
  }
}

/**
 * Brings the subscriptions of an organization to what its row says: held while it is to be deleted, and released where
 * it is kept. So a job that runs late, twice or beside itself does no harm.
 */
export const holdSubscriptions = handler(
  organizations.holdKind,
  async ({ organization_id: id }, signal) => {
    const { testClock } = await findNamedOrganization(id);
    const scope = systemScope(id, testClock ?? systemScope(id).realTime);
    let held: number;
    do {
      signal.throwIfAborted();
      held = await transaction(scope, (inner) => holdSome(inner, id));
    } while (held > 0);
  },
);

async function holdSome(scope: Scope, id: string): Promise<number> {
  const isClosing = await organizations.isClosingHeld(scope, id);
  const now = clockOf(scope, id);
  const which = { isHeld: !isClosing, limit: HELD_AT_ONCE };
  const found = await lockToHold(scope, which);
  for (const { row, before } of found) {
    const { paid } = plan(before, { type: isClosing ? 'hold' : 'release' }, now);
    const saved = await saveChanges(scope, row, changesBetween(before, paid), now);
    await mailChange(scope, row, saved);
  }
  return found.length;
}

/**
 * Erases what is personal of organizations whose time has come, and 10 years later the rest. Each step is a transaction
 * of its own, and what is left after a broken one is erased by the next run.
 */
export async function eraseOrganizations(now: Date): Promise<void> {
  await each(await organizations.findErasable(now), async (id) => {
    const step = () => transaction(systemScope(id), (scope) => organizations.erasePart(scope, id));
    while (await step());
    await transaction(systemScope(id), (scope) => organizations.markErased(scope, id, now));
  });
  const before = addMonths(now, -KEPT_MONTHS);
  await each(await organizations.findErasedBefore(before), async (id) => {
    const step = () => transaction(systemScope(id), (scope) => organizations.purgePart(scope, id));
    while (await step());
  });
}

async function each(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
  for (const id of ids) {
    try {
      await work(id);
    } catch (error) {
      log.error({ err: error, organization: id }, 'an organization could not be erased');
    }
  }
}
