import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { IdParams, many } from '@/lib/contract/fields';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import {
  EXTERNAL_ORGANIZATION_SORTS,
  ExternalOrganization,
  ExternalOrganizationCreate,
  ExternalOrganizationUpdate,
  ExternalPlatform,
} from '@/lib/resources/external-organizations/schema';

const organizations = resource('external_organizations', ExternalOrganization, {
  noun: 'GitHub organization',
});

const path = '/v1/external_organizations/';
const common = {
  tag: 'external_organizations',
  row: 'external_organizations',
  permissions: ['admin'],
  stepUp: true,
} as const;

export const listExternalOrganizations = organizations.list(
  {
    name: many(z.string()),
    platform: many(ExternalPlatform),
    sorting: sorting(EXTERNAL_ORGANIZATION_SORTS, '-created_at'),
  },
  { path, id: 'external_organizations:list' },
);

export const exportExternalOrganizations = exportOf(listExternalOrganizations);

export const createExternalOrganization = contract({
  ...common,
  id: 'external_organizations:create',
  method: 'POST',
  path,
  summary: 'Connect a GitHub organization',
  description:
    'Its token is tried before it is kept, and is in no answer. The repositories are read from it.',
  body: ExternalOrganizationCreate,
  response: ExternalOrganization,
  changes: ['repositories', 'benefits'],
});

const member = { ...common, path: `${path}{id}`, params: IdParams } as const;

export const updateExternalOrganization = contract({
  ...member,
  id: 'external_organizations:update',
  method: 'PATCH',
  summary: 'Reconnect a GitHub organization',
  description: 'New credentials are tried before they are kept.',
  body: ExternalOrganizationUpdate,
  response: ExternalOrganization,
  changes: ['repositories', 'benefits'],
});

export const syncExternalOrganization = contract({
  ...member,
  stepUp: false,
  id: 'external_organizations:sync',
  method: 'POST',
  path: `${path}{id}/sync`,
  summary: 'Read a GitHub organization again',
  description: 'Its profile and its repositories.',
  response: ExternalOrganization,
  changes: ['repositories', 'benefits'],
});

export const deleteExternalOrganization = contract({
  ...member,
  id: 'external_organizations:delete',
  method: 'DELETE',
  summary: 'Disconnect a GitHub organization',
  description: 'What was granted stays as it is on GitHub, and nothing more is granted or revoked.',
  changes: ['repositories', 'benefits'],
});
