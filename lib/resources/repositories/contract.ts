import { z } from 'zod';
import { exportOf } from '@/lib/contract/export-of';
import { many, QueryBoolean } from '@/lib/contract/fields';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import { ExternalPlatform } from '@/lib/resources/external-organizations/schema';
import {
  REPOSITORY_SORTS,
  Repository,
  RepositoryUpdate,
} from '@/lib/resources/repositories/schema';

const repositories = resource('repositories', Repository);

export const listRepositories = repositories.list({
  name: many(z.string()),
  external_organization_name: many(z.string()),
  platform: many(ExternalPlatform),
  is_private: QueryBoolean.optional(),
  sorting: sorting(REPOSITORY_SORTS, '-created_at'),
});

export const exportRepositories = exportOf(listRepositories);

export const getRepository = repositories.get();

export const updateRepository = repositories.update(RepositoryUpdate, {
  description:
    'A description or a cover image changes where `set_description` or `set_cover_image_url` is true, or it is given.',
});
