import { FIELD_TYPES } from '@/components/entities/custom-field-types';
import type { SearchableEntity } from '@/components/entity-picker/searchable-entity';
import { getCustomField, listCustomFields } from '@/lib/resources/custom-fields/operations';
import type { CustomField } from '@/lib/resources/custom-fields/schema';

export const CUSTOM_FIELDS: SearchableEntity<CustomField> = {
  noun: { one: 'custom field', many: 'custom fields' },
  list: listCustomFields,
  get: getCustomField,
  sorting: 'name',
  describe: ({ name, type, slug }) => ({ name, detail: `${FIELD_TYPES[type]}, ${slug}` }),
};
