'use client';

import { CUSTOM_FIELD } from '@/components/custom-fields/presentation';
import { choicesOf } from '@/components/data-table/filters';
import { FIELD_TYPES } from '@/components/entities/custom-field-types';
import { listPage } from '@/components/resource/list-page';
import {
  createCustomField,
  exportCustomFields,
  listCustomFields,
  updateCustomField,
} from '@/lib/resources/custom-fields/contract';

export const CustomFieldsPage = listPage(
  CUSTOM_FIELD,
  {
    list: listCustomFields,
    export: exportCustomFields,
    create: createCustomField,
    update: updateCustomField,
  },
  {
    filters: [{ field: 'type', kind: 'choice', param: 'type', options: choicesOf(FIELD_TYPES) }],
    firstRun: {
      title: 'Ask buyers for what you need.',
      text: 'A custom field is a question at checkout. Add it to any number of products; the answers stay with the order.',
    },
    example: (organization_id) => ({
      name: 'Company',
      slug: 'company',
      type: 'text',
      properties: {},
      organization_id,
    }),
  },
);
