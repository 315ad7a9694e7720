import { FIELD_TYPES } from '@/components/entities/custom-field-types';
import type { Findable } from '@/components/entity-picker/findable';
import { getCustomField, listCustomFields } from '@/lib/custom-fields/contract';
import type { CustomField } from '@/lib/custom-fields/schema';

export const CUSTOM_FIELDS: Findable<CustomField> = {
  noun: { one: 'custom field', many: 'custom fields' },
  list: listCustomFields,
  get: getCustomField,
  sorting: 'name',
  words: ({ name, type, slug }) => ({ name, detail: `${FIELD_TYPES[type]}, ${slug}` }),
};
