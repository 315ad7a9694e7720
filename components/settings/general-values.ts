import type { Organization } from '@/lib/resources/organizations/schema';

/** What the form of the general settings holds of an organization. */
export function generalValues(organization: Organization) {
  const { name, timezone, email, blog, company, location, bio, social_username } = organization;
  const { profile_settings, subscription_settings, notification_settings } = organization;
  return {
    name,
    timezone,
    email,
    blog,
    company,
    location,
    bio,
    social_username,
    profile_settings: { links: profile_settings.links },
    subscription_settings: { dunning_end: subscription_settings.dunning_end },
    notification_settings,
  };
}

export type GeneralValues = ReturnType<typeof generalValues>;
