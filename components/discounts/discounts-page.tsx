'use client';

import { DISCOUNT } from '@/components/discounts/presentation';
import { listPage } from '@/components/resource/list-page';
import {
  createDiscount,
  exportDiscounts,
  listDiscounts,
  updateDiscount,
} from '@/lib/resources/discounts/contract';

export const DiscountsPage = listPage(
  DISCOUNT,
  { list: listDiscounts, export: exportDiscounts, create: createDiscount, update: updateDiscount },
  {
    firstRun: {
      title: 'Offer a code or a launch price.',
      text: 'Buyers type the code at checkout. Or add the discount to a checkout or a checkout link yourself.',
    },
    example: (organization_id) => ({
      name: 'Launch week',
      code: 'LAUNCH25',
      type: 'percentage',
      basis_points: 2500,
      duration: 'once',
      organization_id,
    }),
  },
);
