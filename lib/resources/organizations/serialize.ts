import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn, withFields } from '@/lib/contract/serialize';
import type { Organization as Row } from '@/lib/database/generated/client';
import {
  CHECKOUT_DEFAULTS,
  FEATURE_DEFAULTS,
  mergeSettings,
  NOTIFICATION_DEFAULTS,
  PLEDGE_DEFAULTS,
  PROFILE_DEFAULTS,
  SUBSCRIPTION_DEFAULTS,
} from '@/lib/resources/organizations/rules';
import {
  Organization,
  type OrganizationCheckoutSettings,
  type OrganizationNotificationSettings,
  type OrganizationSubscriptionSettings,
} from '@/lib/resources/organizations/schema';
import {
  type OrganizationFeatureSettings,
  type OrganizationProfileSettings,
  PublicOrganization,
} from '@/lib/resources/public-organizations/schema';

export type OrganizationRow = Row;

const scalars = scalarsOf('Organization', Organization);
const publicScalars = scalarsOf('Organization', PublicOrganization);

/**
 * An organization as buyers see it (docs/contract/organizations.md#what-buyers-see): of its settings only the color
 * that their pages are drawn in.
 */
export function serializePublicOrganization(row: OrganizationRow): PublicOrganization {
  const { accent_color = null } = jsonColumn<Partial<OrganizationProfileSettings>>(
    row.profileSettings,
  );
  return withFields(publicScalars(row), {
    twitter_username: row.socialUsername,
    ...PLEDGE_DEFAULTS,
    profile_settings: { ...PROFILE_DEFAULTS, accent_color },
    feature_settings: FEATURE_DEFAULTS,
  });
}

/**
 * An organization as the API prints it (docs/contract/organizations.md#fields), with all keys of its
 * settings.
 */
export function serializeOrganization(row: OrganizationRow): Organization {
  return withFields(scalars(row), {
    twitter_username: row.socialUsername,
    profile_settings: mergeSettings(
      jsonColumn<OrganizationProfileSettings>(row.profileSettings),
      null,
      PROFILE_DEFAULTS,
    ),
    feature_settings: mergeSettings(
      jsonColumn<OrganizationFeatureSettings>(row.featureSettings),
      null,
      FEATURE_DEFAULTS,
    ),
    subscription_settings: mergeSettings(
      jsonColumn<OrganizationSubscriptionSettings>(row.subscriptionSettings),
      null,
      SUBSCRIPTION_DEFAULTS,
    ),
    notification_settings: mergeSettings(
      jsonColumn<OrganizationNotificationSettings>(row.notificationSettings),
      null,
      NOTIFICATION_DEFAULTS,
    ),
    checkout_settings: mergeSettings(
      jsonColumn<OrganizationCheckoutSettings>(row.checkoutSettings),
      null,
      CHECKOUT_DEFAULTS,
    ),
  });
}
