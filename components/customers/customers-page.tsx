'use client';

import { CUSTOMER } from '@/components/customers/presentation';
import { listPage } from '@/components/resource/list-page';
import {
  createCustomer,
  exportCustomers,
  listCustomers,
  updateCustomer,
} from '@/lib/resources/customers/contract';

export const CustomersPage = listPage(
  CUSTOMER,
  { list: listCustomers, export: exportCustomers, create: createCustomer, update: updateCustomer },
  {
    firstRun: {
      title: 'Checkout adds buyers. Or add one now.',
      text: 'Everyone who buys becomes a customer. Add one yourself to prepare a checkout for someone you already know.',
    },
    example: (organization_id) => ({ email: 'ada@example.com', name: 'Ada', organization_id }),
  },
);
