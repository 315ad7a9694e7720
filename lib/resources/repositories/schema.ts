import { z } from 'zod';
import { HttpUrl, Id, text } from '@/lib/contract/fields';
import { ExternalOrganization } from '@/lib/resources/external-organizations/schema';
import { Organization } from '@/lib/resources/organizations/schema';

/** How a repository is shown: kept for published clients. */
export const RepositoryProfileSettings = z
  .object({
    description: z.string().nullish(),
    cover_image_url: z.string().nullish(),
    featured_organizations: z.array(z.string()).nullish(),
    highlighted_subscription_tiers: z.array(z.string()).nullish(),
    links: z.array(z.string()).nullish(),
  })
  .meta({ id: 'RepositoryProfileSettings' });
export type RepositoryProfileSettings = z.infer<typeof RepositoryProfileSettings>;

/** A repository of a connected organization (docs/contract/connections.md#repositories). */
export const Repository = z
  .object({
    id: Id,
    platform: z.literal('github'),
    is_private: z.boolean(),
    name: z.string(),
    description: z.string().nullable(),
    stars: z.int().nullable(),
    license: z.string().nullable(),
    homepage: z.string().nullable(),
    profile_settings: RepositoryProfileSettings.nullable(),
    organization: ExternalOrganization,
    internal_organization: Organization.nullable(),
  })
  .meta({ id: 'Repository', resource: 'repositories' });
export type Repository = z.infer<typeof Repository>;

export const RepositoryUpdate = z
  .object({
    profile_settings: z
      .object({
        set_description: z.boolean().nullish(),
        description: text({ max: 240 }).nullish(),
        set_cover_image_url: z.boolean().nullish(),
        cover_image_url: HttpUrl.nullish(),
        featured_organizations: z
          .array(text({ max: 100 }))
          .max(100)
          .nullish(),
        highlighted_subscription_tiers: z
          .array(text({ max: 100 }))
          .max(100)
          .nullish(),
        links: z.array(HttpUrl).max(100).nullish(),
      })
      .meta({ id: 'RepositoryProfileSettingsUpdate' })
      .nullish(),
  })
  .meta({ id: 'RepositoryUpdate' });
export type RepositoryUpdate = z.infer<typeof RepositoryUpdate>;

export const REPOSITORY_SORTS = ['created_at', 'name', 'stars'] as const;
export type RepositorySort = (typeof REPOSITORY_SORTS)[number];
