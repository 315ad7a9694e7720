import { countsOf } from '@/lib/contract/counts-of';
import { exportOf } from '@/lib/contract/export-of';
import { many, text } from '@/lib/contract/fields';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import {
  CUSTOM_FIELD_SORTS,
  CustomFieldCreate,
  CustomFieldType,
  CustomFieldUpdate,
  CustomFieldWithProducts,
} from '@/lib/resources/custom-fields/schema';

const customFields = resource('custom_fields', CustomFieldWithProducts);

export const listCustomFields = customFields.list({
  type: many(CustomFieldType),
  slug: many(text({ max: 200 })),
  sorting: sorting(CUSTOM_FIELD_SORTS, 'slug'),
});

export const exportCustomFields = exportOf(listCustomFields, [
  'id',
  'created_at',
  'modified_at',
  'slug',
  'name',
  'type',
  'properties',
  'products_count',
  'metadata',
]);

export const countCustomFields = countsOf(listCustomFields, ['type']);

export const createCustomField = customFields.create(CustomFieldCreate);

export const getCustomField = customFields.get();

export const updateCustomField = customFields.update(CustomFieldUpdate, {
  description: 'The type is fixed. `properties` replace the old ones.',
});

export const deleteCustomField = customFields.delete({
  description: 'Detaches it from all products. Data already collected stays where it is.',
  changes: ['products'],
});
