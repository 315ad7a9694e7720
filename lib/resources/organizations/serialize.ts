import { memoized } from '@/lib/api/memoize';
import { stored, timestamp } from '@/lib/contract/serialize';
import type { Membership, Organization as Row, User } from '@/lib/database/generated/client';
import { avatarUrl } from '@/lib/resources/avatars/serialize';
import {
  FEATURE_DEFAULTS,
  mergeSettings,
  PROFILE_DEFAULTS,
  SUBSCRIPTION_DEFAULTS,
} from '@/lib/resources/organizations/rules';
import type { Member, Organization } from '@/lib/resources/organizations/schema';

export type OrganizationRow = Row;

/**
 * A row as the API prints it (docs/contract/organizations.md#fields): settings have all their keys.
 */
export const serializeOrganization = memoized(
  (row: OrganizationRow): Organization => ({
    id: row.id,
    created_at: timestamp(row.createdAt),
    modified_at: timestamp(row.modifiedAt),
    name: row.name,
    slug: row.slug,
    avatar_url: row.avatarUrl,
    bio: row.bio,
    company: row.company,
    blog: row.blog,
    location: row.location,
    email: row.email,
    social_username: row.socialUsername,
    twitter_username: row.socialUsername,
    pledge_minimum_amount: row.pledgeMinimumAmount,
    pledge_badge_show_amount: row.pledgeBadgeShowAmount,
    default_upfront_split_to_contributors: row.defaultUpfrontSplitToContributors,
    profile_settings: mergeSettings(stored(row.profileSettings), null, PROFILE_DEFAULTS),
    feature_settings: mergeSettings(stored(row.featureSettings), null, FEATURE_DEFAULTS),
    subscription_settings: mergeSettings(
      stored(row.subscriptionSettings),
      null,
      SUBSCRIPTION_DEFAULTS,
    ),
    is_sandbox: row.isSandbox,
    timezone: row.timezone,
  }),
);

/** A membership as the API prints it. */
export function serializeMember(row: Membership & { user: User }): Member {
  return {
    user_id: row.userId,
    created_at: timestamp(row.createdAt),
    email: row.user.email,
    name: row.user.name,
    avatar_url: avatarUrl(row.user),
    role: row.role,
  };
}
