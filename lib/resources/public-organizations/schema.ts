import { z } from 'zod';
import { Id, Timestamp } from '@/lib/contract/fields';

const SubscribeSettings = z
  .object({ promote: z.boolean(), show_count: z.boolean(), count_free: z.boolean() })
  .meta({ id: 'OrganizationSubscribePromoteSettings' });

export const OrganizationProfileSettings = z
  .object({
    enabled: z.boolean(),
    description: z.string().nullable(),
    featured_projects: z.array(Id),
    featured_organizations: z.array(Id),
    links: z.array(z.string()),
    subscribe: SubscribeSettings,
    accent_color: z.string().nullable(),
  })
  .meta({ id: 'OrganizationProfileSettings' });
export type OrganizationProfileSettings = z.infer<typeof OrganizationProfileSettings>;

export const OrganizationFeatureSettings = z
  .object({ issue_funding_enabled: z.boolean() })
  .meta({ id: 'OrganizationFeatureSettings' });
export type OrganizationFeatureSettings = z.infer<typeof OrganizationFeatureSettings>;

/**
 * An organization as buyers see it (docs/contract/organizations.md#what-buyers-see), with both names of the social
 * account (docs/contract/conventions.md#paired-names).
 */
export const PublicOrganization = z
  .object({
    id: Id,
    created_at: Timestamp,
    modified_at: Timestamp.nullable(),
    name: z.string(),
    slug: z.string(),
    avatar_url: z.string().nullable(),
    bio: z.string().nullable(),
    company: z.string().nullable(),
    blog: z.string().nullable(),
    location: z.string().nullable(),
    email: z.string().nullable(),
    social_username: z.string().nullable(),
    twitter_username: z.string().nullable(),
    pledge_minimum_amount: z.int(),
    pledge_badge_show_amount: z.boolean(),
    default_upfront_split_to_contributors: z.int().nullable(),
    profile_settings: OrganizationProfileSettings,
    feature_settings: OrganizationFeatureSettings,
    is_sandbox: z.boolean(),
    deletion_scheduled_at: Timestamp.nullable().meta({
      description:
        'When the organization is deleted; null unless its owner wants that. It sells nothing until then.',
    }),
  })
  .meta({
    id: 'PublicOrganization',
    resource: 'organizations',
    description:
      'The public fields of an organization. Settings that published clients expect have the values of a new ' +
      'organization, except `profile_settings.accent_color`.',
  });
export type PublicOrganization = z.infer<typeof PublicOrganization>;
