import { z } from 'zod';
import { bodyColumns } from '@/lib/api/columns';
import { commit } from '@/lib/api/commands';
import { listAndExport } from '@/lib/api/list';
import { roleIn } from '@/lib/api/rights';
import { secondFactorsOf } from '@/lib/auth/second-factors';
import { requireConfirmed } from '@/lib/auth/step-up';
import { ApiError, bodyProblem, invalid, orNotFound } from '@/lib/contract/errors';
import { Id } from '@/lib/contract/fields';
import type { Role } from '@/lib/contract/permissions';
import { isUniqueViolation, uniqueBy } from '@/lib/database/connection/errors';
import { clockOf, type Scope } from '@/lib/database/connection/scope';
import { record } from '@/lib/resources/events/service';
import * as repository from '@/lib/resources/organizations/repository';
import {
  CHECKOUT_DEFAULTS,
  FEATURE_DEFAULTS,
  mergeSettings,
  NOTIFICATION_DEFAULTS,
  PROFILE_DEFAULTS,
  SUBSCRIPTION_DEFAULTS,
  suffixProblem,
} from '@/lib/resources/organizations/rules';
import type {
  Organization,
  OrganizationCreate,
  OrganizationUpdate,
} from '@/lib/resources/organizations/schema';
import {
  serializeOrganization,
  serializePublicOrganization,
} from '@/lib/resources/organizations/serialize';
import type { PublicOrganization } from '@/lib/resources/public-organizations/schema';
import { newId } from '@/lib/runtime/ids';
import { addJob, jobKind } from '@/lib/runtime/jobs/job';

const uniqueSlug = uniqueBy(
  'organizations_slug_key',
  'slug',
  'Another organization already uses this slug.',
);

const UNSET = {
  profile_settings: PROFILE_DEFAULTS,
  feature_settings: FEATURE_DEFAULTS,
  subscription_settings: SUBSCRIPTION_DEFAULTS,
  notification_settings: NOTIFICATION_DEFAULTS,
  checkout_settings: CHECKOUT_DEFAULTS,
};

const columns = bodyColumns('Organization');

export const { listAll, exportAll } = listAndExport(repository.list, serializeOrganization);

/** The time zone of an organization of the scope; undefined where it is not one of them. */
export async function findZone(scope: Scope, id: string): Promise<string | undefined> {
  return (await repository.find(scope, id))?.timezone;
}

/** The currency that every product of an organization of the scope is priced in. Throws 404. */
export async function findDefaultCurrency(scope: Scope, id: string): Promise<string> {
  return orNotFound(await repository.find(scope, id), 'The organization').defaultCurrency;
}

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<Organization> {
  return serializeOrganization(orNotFound(await repository.find(scope, id), 'The organization'));
}

/**
 * The body of a new checkout or checkout link, with the organization's settings where it leaves them out
 * (docs/contract/organizations.md#checkout-defaults).
 */
export function withCheckoutSettings<
  Body extends {
    allow_discount_codes?: boolean | null | undefined;
    success_url?: string | null | undefined;
  },
>({ checkout_settings }: Organization, body: Body) {
  const { allow_discount_codes: allows, success_url: address } = body;
  return {
    ...body,
    allow_discount_codes: allows ?? checkout_settings.allow_discount_codes,
    success_url: address === undefined ? checkout_settings.success_url : address,
  };
}

/** Throws 403 while an organization is to be deleted: it sells nothing (docs/contract/organizations.md#deletion). */
export function requireSelling(isClosing: boolean): void {
  if (!isClosing) return;
  const detail = 'This seller is closing and takes no new orders.';
  throw new ApiError('NotPermitted', detail);
}

/** An organization whose row the caller's transaction holds until it ends. Throws 404. */
export async function getHeld(scope: Scope, id: string): Promise<Organization> {
  return serializeOrganization(
    orNotFound(await repository.findLocked(scope, id), 'The organization'),
  );
}

/** A job that holds the subscriptions of an organization that is to be deleted, and releases those of one that is kept. */
export const holdKind = jobKind('hold_subscriptions', z.object({ organization_id: Id }));

function addHold(scope: Scope, id: string): Promise<string> {
  return addJob(scope, holdKind, { organization_id: id }, { queue: null });
}

/**
 * Has a subscription that this transaction starts held as well, where its organization is to be deleted. Under a lock of
 * the organization's row: of a start and a request for the deletion at once, one sees the other.
 */
export async function holdNew(scope: Scope, organizationId: string): Promise<void> {
  if (await repository.isClosingHeld(scope, organizationId)) await addHold(scope, organizationId);
}

export const { isClosingHeld, findErasable, findErasedBefore, erasePart, purgePart, markErased } =
  repository;

/**
 * Schedules the deletion of an organization at a time, or (null) takes it back, in the caller's transaction. Returns
 * null where that changes nothing: it was scheduled before, or was not. Throws 404, 403 for anybody but an owner and
 * once the time has come, 409 while its test clock advances, and 422 for another slug than its own.
 */
export async function setDeletion(
  scope: Scope,
  id: string,
  at: Date | null,
  confirmSlug?: string,
): Promise<Organization | null> {
  const row = orNotFound(await repository.findLocked(scope, id), 'The organization');
  if (scope.caller.kind !== 'user' || roleIn(scope, id) !== 'owner') {
    throw new ApiError('NotPermitted', 'Only owners decide whether the organization is deleted.');
  }
  // Throws while the clock advances.
  clockOf(scope, id);
  const { deletionScheduledAt: before } = row;
  if (before && before <= scope.realTime) {
    throw new ApiError('NotPermitted', 'The organization is being deleted.');
  }
  if (confirmSlug !== undefined && confirmSlug !== row.slug) {
    throw invalid(bodyProblem('confirm_slug', `Enter ${row.slug} to confirm.`));
  }
  if ((at === null) === (before === null)) return null;
  const changed = await repository.update(scope, id, {
    deletionScheduledAt: at,
    modifiedAt: scope.realTime,
  });
  const snapshot = serializeOrganization(changed);
  await record(scope, { kind: 'organization.updated', organizationId: id, snapshot });
  await addHold(scope, id);
  return snapshot;
}

/** What buyers see of an organization. Throws 404. */
export async function getPublic(scope: Scope, id: string): Promise<PublicOrganization> {
  const found = await repository.find(scope, id);
  return serializePublicOrganization(orNotFound(found, 'The organization'));
}

/** What buyers see of the organization of the scope with this slug, in any case. Throws 404. */
export async function getPublicBySlug(scope: Scope, slug: string): Promise<PublicOrganization> {
  return serializePublicOrganization(
    orNotFound(await repository.findOwnBySlug(scope, slug), 'The organization'),
  );
}

/**
 * Throws 403 for an organization token, 422 when the slug is taken, ignoring case
 * (docs/contract/organizations.md#name-and-slug).
 */
export async function create(scope: Scope, body: OrganizationCreate): Promise<Organization> {
  const { caller } = scope;
  if (caller.kind !== 'user') {
    throw new ApiError('NotPermitted', 'An organization token cannot create an organization.');
  }
  const { userId } = caller;
  return uniqueSlug(() =>
    commit(scope, async (scope) => {
      const row = await repository.create(scope, userId, {
        id: newId(),
        createdAt: scope.realTime,
        ...changes(UNSET, body),
      });
      return serializeOrganization(row);
    }),
  );
}

/**
 * For commands of the operator: the organization with this slug and the seller's role in it (null for none),
 * created with him as owner where there is none.
 */
export async function ensureOrganization(
  scope: Scope,
  { slug, userId, now }: { slug: string; userId: string; now: Date },
): Promise<{ id: string; role: Role | null }> {
  const found = await repository.findBySlug(scope, slug, userId);
  if (found) return found;
  const words = slug.split('-').filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  const data = { id: newId(), createdAt: now, name: name.length < 3 ? slug : name, slug };
  try {
    const { id } = await repository.create(scope, userId, data);
    return { id, role: 'owner' };
  } catch (error) {
    // A concurrent command has created it.
    const made = isUniqueViolation(error) && (await repository.findBySlug(scope, slug, userId));
    if (made) return made;
    throw error;
  }
}

/**
 * Merges settings one level deep (docs/contract/organizations.md#settings). Throws 404; 403 where somebody else than an
 * owner changes `require_two_factor`, and where a session changes `refund_step_up_amount` that is to be confirmed first;
 * 409 where `default_currency` changes after a sale;
 * 422 where an owner sets `require_two_factor` who has no second factor.
 */
export async function update(
  scope: Scope,
  id: string,
  body: OrganizationUpdate,
): Promise<Organization> {
  return commit(scope, async (scope) => {
    const row = orNotFound(await repository.findLocked(scope, id), 'The organization');
    const { require_two_factor: requires = row.requireTwoFactor } = body;
    if (requires !== row.requireTwoFactor) await assertMayRequire(scope, id, requires);
    const { refund_step_up_amount: limit = row.refundStepUpAmount } = body;
    if (limit !== row.refundStepUpAmount) requireConfirmed(scope);
    const { default_currency: currency = row.defaultCurrency } = body;
    if (currency !== row.defaultCurrency && (await repository.hasSold(scope, id))) {
      const detail = "The default currency can't change after the first sale.";
      throw new ApiError('Conflict', detail);
    }
    const { statement_descriptor_suffix: suffix } = body;
    if (suffix) {
      const problem = suffixProblem(suffix, await repository.findStatementPrefix(scope, id));
      if (problem) throw invalid(bodyProblem('statement_descriptor_suffix', problem));
    }
    const changed = await repository.update(scope, id, {
      modifiedAt: scope.realTime,
      ...changes(serializeOrganization(row), body),
    });
    const snapshot = serializeOrganization(changed);
    await record(scope, { kind: 'organization.updated', organizationId: id, snapshot });
    return snapshot;
  });
}

async function assertMayRequire(scope: Scope, id: string, requires: boolean): Promise<void> {
  const { caller } = scope;
  if (caller.kind !== 'user' || roleIn(scope, id) !== 'owner') {
    throw new ApiError('NotPermitted', 'Only owners decide whether members need a second factor.');
  }
  if (!requires || (await secondFactorsOf(caller.userId, scope)).length > 0) return;
  const detail =
    'Set up two-factor authentication or add a passkey for your own account first: otherwise you’d lose access yourself.';
  throw invalid(bodyProblem('require_two_factor', detail));
}

/** The columns of a body; its settings are merged into those of `before`. */
function changes<Body extends OrganizationCreate | OrganizationUpdate>(
  before: typeof UNSET,
  { twitter_username, profile_settings, feature_settings, ...body }: Body,
) {
  const { subscription_settings, notification_settings, checkout_settings, ...fields } = body;
  return {
    ...columns({ social_username: twitter_username, ...fields }),
    profileSettings: mergeSettings(before.profile_settings, profile_settings, PROFILE_DEFAULTS),
    featureSettings: mergeSettings(before.feature_settings, feature_settings, FEATURE_DEFAULTS),
    subscriptionSettings: mergeSettings(
      before.subscription_settings,
      subscription_settings,
      SUBSCRIPTION_DEFAULTS,
    ),
    notificationSettings: mergeSettings(
      before.notification_settings,
      notification_settings,
      NOTIFICATION_DEFAULTS,
    ),
    checkoutSettings: mergeSettings(before.checkout_settings, checkout_settings, CHECKOUT_DEFAULTS),
  };
}
