'use client';

import { LOOKS } from '@/components/benefit-types/look/looks';
import { BENEFIT } from '@/components/benefits/presentation';
import { choicesOf } from '@/components/data-table/filters';
import { listPage } from '@/components/resource/list-page';
import {
  createBenefit,
  exportBenefits,
  listBenefits,
  updateBenefit,
} from '@/lib/resources/benefits/contract';

export const BenefitsPage = listPage(
  BENEFIT,
  { list: listBenefits, export: exportBenefits, create: createBenefit, update: updateBenefit },
  {
    filters: [{ field: 'type', kind: 'choice', param: 'type', options: choicesOf(LOOKS) }],
    firstRun: {
      title: 'What customers get: keys, files, access.',
      text: 'Make a benefit once and add it to any product. Customers get it when they pay and lose it when a subscription ends.',
    },
    example: (organization_id) => ({
      type: 'license_keys',
      description: 'License key',
      organization_id,
      properties: { prefix: 'ACME' },
    }),
  },
);
