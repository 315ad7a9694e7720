import type { CustomFieldType } from '@/lib/resources/custom-fields/schema';

export const FIELD_TYPES: Record<CustomFieldType, string> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  checkbox: 'Checkbox',
  select: 'Choice',
};
