import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { IdParams, many, OrganizationFilter } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import {
  CUSTOM_FIELD_SORTS,
  CustomField,
  CustomFieldCreate,
  CustomFieldType,
  CustomFieldUpdate,
} from '@/lib/resources/custom-fields/schema';

const common = { tag: 'custom_fields' } as const;

export const listCustomFields = contract({
  ...common,
  id: 'custom-fields:list',
  method: 'GET',
  path: '/v1/custom-fields/',
  summary: 'List custom fields',
  scopes: ['custom_fields:read'],
  query: listQuery({
    organization_id: OrganizationFilter,
    type: many(CustomFieldType),
    sorting: sorting(CUSTOM_FIELD_SORTS, 'slug'),
  }),
  response: page(CustomField),
});

export const exportCustomFields = contract(
  exportOf(listCustomFields, [
    'id',
    'created_at',
    'modified_at',
    'slug',
    'name',
    'type',
    'properties',
    'metadata',
  ]),
);

export const createCustomField = contract({
  ...common,
  id: 'custom-fields:create',
  method: 'POST',
  path: '/v1/custom-fields/',
  summary: 'Create a custom field',
  scopes: ['custom_fields:write'],
  body: CustomFieldCreate,
  response: CustomField,
});

export const getCustomField = contract({
  ...common,
  id: 'custom-fields:get',
  method: 'GET',
  path: '/v1/custom-fields/{id}',
  summary: 'Get a custom field',
  scopes: ['custom_fields:read'],
  params: IdParams,
  response: CustomField,
});

export const updateCustomField = contract({
  ...common,
  id: 'custom-fields:update',
  method: 'PATCH',
  path: '/v1/custom-fields/{id}',
  summary: 'Update a custom field',
  description: 'The type is fixed. `properties` replace the old ones.',
  scopes: ['custom_fields:write'],
  params: IdParams,
  body: CustomFieldUpdate,
  response: CustomField,
});

export const deleteCustomField = contract({
  ...common,
  id: 'custom-fields:delete',
  method: 'DELETE',
  path: '/v1/custom-fields/{id}',
  summary: 'Delete a custom field',
  description: 'Detaches it from all products. Data already collected stays where it is.',
  scopes: ['custom_fields:write'],
  params: IdParams,
});
