import type { RequestContext } from '@/lib/api/context';
import type { QueryOf } from '@/lib/contract/contract';
import { ApiError, notFound } from '@/lib/contract/errors';
import { paginated, printed } from '@/lib/contract/pagination';
import type { Role } from '@/lib/contract/scopes';
import { isUniqueViolation, uniqueBy } from '@/lib/database/connection/errors';
import type { Scope } from '@/lib/database/connection/scope';
import { record } from '@/lib/resources/events/service';
import type {
  exportMembers as exportMembersContract,
  exportOrganizations,
  listMembers as listMembersContract,
  listOrganizations,
} from '@/lib/resources/organizations/contract';
import * as repository from '@/lib/resources/organizations/repository';
import {
  FEATURE_DEFAULTS,
  mergeSettings,
  PROFILE_DEFAULTS,
  SUBSCRIPTION_DEFAULTS,
} from '@/lib/resources/organizations/rules';
import type {
  Organization,
  OrganizationCreate,
  OrganizationUpdate,
} from '@/lib/resources/organizations/schema';
import {
  type OrganizationRow,
  serializeMember,
  serializeOrganization,
} from '@/lib/resources/organizations/serialize';
import { newId } from '@/lib/runtime/ids';

const uniqueSlug = uniqueBy(
  'organizations_slug_key',
  'slug',
  'Another organization has this slug.',
);

export async function listAll(scope: Scope, query: QueryOf<typeof listOrganizations>) {
  const { rows, totalCount } = await repository.list(scope, query).page(query);
  return paginated(rows.map(serializeOrganization), totalCount, query.limit);
}

export function exportAll(scope: Scope, query: QueryOf<typeof exportOrganizations>) {
  return printed(repository.list(scope, query).all(), serializeOrganization);
}

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<Organization> {
  const row = await repository.find(scope, id);
  if (!row) throw notFound('The organization');
  return serializeOrganization(row);
}

/** The organization of the scope with this slug, in any case. Throws 404. */
export async function getBySlug(scope: Scope, slug: string): Promise<Organization> {
  const row = await repository.findOwnBySlug(scope, slug);
  if (!row) throw notFound('The organization');
  return serializeOrganization(row);
}

/**
 * Throws 403 for an organization token, 422 when the slug is taken in any case
 * (docs/contract/organizations.md#name-and-slug).
 */
export async function create(
  context: RequestContext,
  body: OrganizationCreate,
): Promise<Organization> {
  const { caller } = context.scope;
  if (caller.kind !== 'user') {
    throw new ApiError('NotPermitted', 'An organization token cannot create an organization.');
  }
  const { userId } = caller;
  return uniqueSlug(() =>
    context.commit(async (scope) => {
      const row = await repository.create(scope, userId, {
        id: newId(),
        createdAt: context.now,
        name: body.name,
        slug: body.slug,
        ...columns(body),
        profileSettings: mergeSettings({}, body.profile_settings, PROFILE_DEFAULTS),
        featureSettings: mergeSettings({}, body.feature_settings, FEATURE_DEFAULTS),
        subscriptionSettings: mergeSettings({}, body.subscription_settings, SUBSCRIPTION_DEFAULTS),
      });
      return serializeOrganization(row);
    }),
  );
}

/**
 * For commands of the operator: the organization with this slug and the seller's role there (null
 * when he is not in it), made with him as owner when there is none.
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
    // Another command made it in the meantime.
    const made = isUniqueViolation(error) && (await repository.findBySlug(scope, slug, userId));
    if (made) return made;
    throw error;
  }
}

/** Merges settings one level deep (docs/contract/organizations.md#settings). Throws 404. */
export async function update(
  context: RequestContext,
  id: string,
  body: OrganizationUpdate,
): Promise<Organization> {
  return context.commit(async (scope) => {
    const row = await repository.findLocked(scope, id);
    if (!row) throw notFound('The organization');
    const changed = await repository.update(scope, id, {
      ...changes(row, body),
      modifiedAt: context.now,
    });
    const snapshot = serializeOrganization(changed);
    await record(scope, {
      kind: 'organization.updated',
      organizationId: id,
      now: context.now,
      snapshot,
    });
    return snapshot;
  });
}

/** Throws 404. */
export async function listMembers(
  scope: Scope,
  id: string,
  query: QueryOf<typeof listMembersContract>,
) {
  await get(scope, id);
  const { rows, totalCount } = await repository.listMembers(scope, id, query).page(query);
  return paginated(rows.map(serializeMember), totalCount, query.limit);
}

/** Throws 404. */
export async function* exportMembers(
  scope: Scope,
  id: string,
  query: QueryOf<typeof exportMembersContract>,
) {
  await get(scope, id);
  yield* printed(repository.listMembers(scope, id, query).all(), serializeMember);
}

/** The columns that creation and update write alike; what is left out stays as it is. */
function columns(body: Omit<OrganizationCreate, 'name' | 'slug'>) {
  return given({
    avatarUrl: body.avatar_url,
    bio: body.bio,
    company: body.company,
    blog: body.blog,
    location: body.location,
    email: body.email,
    socialUsername:
      body.social_username === undefined ? body.twitter_username : body.social_username,
    timezone: body.timezone ?? undefined,
  });
}

function changes(row: OrganizationRow, body: OrganizationUpdate) {
  const { profile_settings, feature_settings, subscription_settings } = serializeOrganization(row);
  return given({
    ...columns(body),
    name: body.name ?? undefined,
    defaultUpfrontSplitToContributors: body.default_upfront_split_to_contributors,
    pledgeBadgeShowAmount: body.pledge_badge_show_amount ?? undefined,
    pledgeMinimumAmount: body.pledge_minimum_amount ?? undefined,
    billingEmail: body.billing_email,
    defaultBadgeCustomContent: body.default_badge_custom_content,
    totalMonthlySpendingLimit: body.total_monthly_spending_limit,
    perUserMonthlySpendingLimit: body.per_user_monthly_spending_limit,
    profileSettings: mergeSettings(profile_settings, body.profile_settings, PROFILE_DEFAULTS),
    featureSettings: mergeSettings(feature_settings, body.feature_settings, FEATURE_DEFAULTS),
    subscriptionSettings: mergeSettings(
      subscription_settings,
      body.subscription_settings,
      SUBSCRIPTION_DEFAULTS,
    ),
  });
}

/** Without the keys that have no value: those are no change. */
function given<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
