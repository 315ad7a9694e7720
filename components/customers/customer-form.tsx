'use client';

import { bodyOf, EMPTY, valuesOf } from '@/components/customers/customer-values';
import { CUSTOMER } from '@/components/customers/presentation';
import { TextField } from '@/components/form/fields';
import { formPart } from '@/components/form/use-contract-form';
import { BillingFields } from '@/components/purchase/billing-fields';
import { type BillingValues, billingProblemsOf } from '@/components/purchase/billing-values';
import { formPages } from '@/components/resource/form-pages';
import { Section } from '@/components/ui/section';
import { createCustomer, getCustomer, updateCustomer } from '@/lib/resources/customers/contract';

export const [NewCustomerPage, EditCustomerPage] = formPages(
  CUSTOMER,
  { create: createCustomer, read: getCustomer, update: updateCustomer },
  {
    empty: EMPTY,
    values: valuesOf,
    body: (values, stored) => bodyOf(values, stored?.tax_id),
    check: (values, customer) => billingProblemsOf(values, customer?.tax_id),
    layout: (field, { form }) => (
      <>
        <Section title="Contact">
          <TextField
            {...field('email')}
            type="email"
            help="Purchases with this email belong to this customer."
          />
          <TextField {...field('name')} optional />
        </Section>
        <Section title="Billing">
          <p className="text-muted">
            Fills in their next checkout. Invoices already issued stay as they are.
          </p>
          <BillingFields form={formPart<BillingValues, typeof EMPTY>(form)} />
        </Section>
      </>
    ),
  },
);
