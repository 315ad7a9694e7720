import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { IdParams } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import {
  ORGANIZATION_SORTS,
  Organization,
  OrganizationCreate,
  OrganizationDeletion,
  OrganizationUpdate,
} from '@/lib/resources/organizations/schema';
import { PublicOrganization } from '@/lib/resources/public-organizations/schema';

const organizations = resource('organizations', Organization);

export const listOrganizations = contract({
  tag: 'organizations',
  id: 'organizations:list',
  method: 'GET',
  path: '/v1/organizations/',
  summary: 'List organizations',
  description: 'The organizations that the caller is in.',
  withoutFactor: true,
  permissions: ['organizations:read'],
  query: listQuery({
    slug: z.string().max(200).optional().meta({ description: 'The whole slug, in any case.' }),
    sorting: sorting(ORGANIZATION_SORTS, 'created_at'),
  }),
  response: page(Organization),
});

export const exportOrganizations = exportOf(listOrganizations, [
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
  'legal_name',
  'legal_address.line1',
  'legal_address.line2',
  'legal_address.postal_code',
  'legal_address.city',
  'legal_address.state',
  'legal_address.country',
  'tax_id',
  'invoice_prefix',
  'require_two_factor',
  'refund_step_up_amount',
  'deletion_scheduled_at',
  'default_currency',
  'statement_descriptor_suffix',
]);

export const createOrganization = organizations.create(OrganizationCreate, {
  description: 'The caller becomes its owner. An organization token cannot create one.',
  personal: true,
});

export const getOrganization = organizations.get();

export const updateOrganization = organizations.update(OrganizationUpdate, {
  description:
    'Settings are merged one level deep. The slug is not changeable. Only owners change `require_two_factor`.',
});

const deletion = {
  tag: 'organizations',
  path: '/v1/organizations/{id}/deletion',
  permissions: ['admin'],
  params: IdParams,
  row: 'organizations',
  changes: ['subscriptions', 'me'],
} as const;

export const scheduleDeletion = contract({
  ...deletion,
  id: 'organizations:schedule_deletion',
  method: 'POST',
  summary: 'Schedule the deletion of an organization',
  description:
    'By its owners. It is deleted 30 days on; until then it sells nothing and its subscriptions are paused. ' +
    '`confirm_slug` is its slug.',
  body: OrganizationDeletion,
  response: Organization,
  status: 202,
  stepUp: true,
});

export const cancelDeletion = contract({
  ...deletion,
  id: 'organizations:cancel_deletion',
  method: 'DELETE',
  summary: 'Keep an organization that is scheduled for deletion',
  description:
    'By its owners. Subscriptions that were paused for it go on; the time between is not charged.',
});

export const getPortalOrganization = contract({
  tag: 'customer_portal',
  auth: 'customer',
  id: 'customer_portal:organizations:get',
  method: 'GET',
  path: '/v1/customer-portal/organizations/{slug}',
  summary: 'Get the organization of the customer',
  params: z.object({ slug: z.string().max(200) }),
  response: PublicOrganization,
});
