import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { IdParams, many } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import {
  MEMBER_SORTS,
  Member,
  ORGANIZATION_SORTS,
  Organization,
  OrganizationCreate,
  OrganizationUpdate,
  Role,
} from '@/lib/resources/organizations/schema';

const common = { tag: 'organizations' } as const;

export const listOrganizations = contract({
  ...common,
  id: 'organizations:list',
  method: 'GET',
  path: '/v1/organizations/',
  summary: 'List organizations',
  description: 'The organizations that the caller is in.',
  scopes: ['organizations:read'],
  query: listQuery({
    slug: z.string().max(200).optional().meta({ description: 'The whole slug, in any case.' }),
    sorting: sorting(ORGANIZATION_SORTS, 'created_at'),
  }),
  response: page(Organization),
});

export const exportOrganizations = contract(
  exportOf(listOrganizations, [
    'id',
    'created_at',
    'modified_at',
    'name',
    'slug',
    'email',
    'bio',
    'company',
    'blog',
    'location',
    'social_username',
    'is_sandbox',
    'timezone',
  ]),
);

export const createOrganization = contract({
  ...common,
  id: 'organizations:create',
  method: 'POST',
  path: '/v1/organizations/',
  summary: 'Create an organization',
  description: 'The caller becomes its owner. An organization token cannot create one.',
  scopes: ['organizations:write'],
  personal: true,
  body: OrganizationCreate,
  response: Organization,
});

export const getOrganization = contract({
  ...common,
  id: 'organizations:get',
  method: 'GET',
  path: '/v1/organizations/{id}',
  summary: 'Get an organization',
  scopes: ['organizations:read'],
  params: IdParams,
  response: Organization,
});

export const updateOrganization = contract({
  ...common,
  id: 'organizations:update',
  method: 'PATCH',
  path: '/v1/organizations/{id}',
  summary: 'Update an organization',
  description: 'Settings are merged one level deep. The slug is not changeable.',
  scopes: ['organizations:write'],
  params: IdParams,
  body: OrganizationUpdate,
  response: Organization,
});

export const listMembers = contract({
  ...common,
  id: 'organizations:list_members',
  method: 'GET',
  path: '/v1/organizations/{id}/members',
  summary: 'List the members of an organization',
  scopes: ['organizations:read'],
  params: IdParams,
  query: listQuery({ role: many(Role), sorting: sorting(MEMBER_SORTS, 'created_at') }),
  response: page(Member),
});

export const exportMembers = contract(
  exportOf(listMembers, ['user_id', 'created_at', 'name', 'email', 'role']),
);

export const getPortalOrganization = contract({
  tag: 'customer_portal',
  auth: 'customer',
  id: 'customer_portal:organizations:get',
  method: 'GET',
  path: '/v1/customer-portal/organizations/{slug}',
  summary: 'Get the organization of the customer',
  params: z.object({ slug: z.string().max(200) }),
  response: Organization,
});
