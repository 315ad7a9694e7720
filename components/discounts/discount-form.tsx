'use client';

import { Lock, Shuffle } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import {
  bodyOf,
  type DiscountValues,
  EMPTY,
  problemsOf,
  randomCode,
} from '@/components/discounts/discount-values';
import { MomentField } from '@/components/discounts/moment-field';
import { DISCOUNT } from '@/components/discounts/presentation';
import { ProductsField } from '@/components/discounts/products-field';
import { RadiosField, TextField } from '@/components/form/fields';
import { NumberField, PercentField } from '@/components/form/number-fields';
import type { ContractForm } from '@/components/form/use-contract-form';
import { discountLabel } from '@/components/purchase/discount-terms';
import { AmountField } from '@/components/resource/amount-field';
import { formPages } from '@/components/resource/form-pages';
import { Button } from '@/components/ui/button';
import { pluralize } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { createDiscount, getDiscount, updateDiscount } from '@/lib/resources/discounts/contract';
import type { Discount } from '@/lib/resources/discounts/schema';

type DiscountForm = ContractForm<DiscountValues>;

const TYPES = [
  { value: 'percentage', label: 'Percentage' },
  { value: 'fixed', label: 'Fixed amount' },
] as const;

const DURATIONS = [
  { value: 'once', label: 'Once', help: 'Reduces the first payment.' },
  { value: 'forever', label: 'Forever', help: 'Reduces every payment.' },
  {
    value: 'repeating',
    label: 'Multiple months',
    help: 'Reduces the payments of the first months.',
  },
] as const;

export const [NewDiscountPage, EditDiscountPage] = formPages(
  DISCOUNT,
  { create: createDiscount, read: getDiscount, update: updateDiscount },
  {
    empty: EMPTY,
    values: ({ products }) => ({ products: products.map(({ id }) => id) }),
    body: bodyOf,
    check: (values, discount) => problemsOf(values, discount?.redemptions_count ?? 0),
    layout: (field, { form, row: discount }) => (
      <>
        <Section title="Name and code">
          <TextField {...field('name')} help="Buyers see it on receipts and invoices." />
          <CodeField form={form} />
        </Section>
        <Section title={DISCOUNT.labels.off}>
          <Terms form={form} discount={discount} />
        </Section>
        <Section title="Limits">
          <div className="grid gap-4 sm:grid-cols-2">
            <MomentField {...field('starts_at')} />
            <MomentField {...field('ends_at')} />
          </div>
          <div className="max-w-60">
            <NumberField {...field('max_redemptions')} optional help="In total, for all buyers." />
          </div>
          <ProductsField {...field('products')} known={discount?.products ?? []} />
        </Section>
      </>
    ),
  },
);

function CodeField({ form }: { form: DiscountForm }) {
  return (
    <div className="flex flex-col items-start gap-2 *:first:w-full">
      <TextField
        form={form}
        name="code"
        label={DISCOUNT.labels.code}
        optional
        autoCapitalize="characters"
        spellCheck={false}
        className="font-mono"
        help="What buyers type at checkout: letters and digits. Without one, only you can apply it."
      />
      <Button
        size="small"
        icon={Shuffle}
        onClick={() =>
          form.setValue('code', randomCode(), { shouldDirty: true, shouldValidate: true })
        }
      >
        Generate code
      </Button>
    </div>
  );
}

/** How much it takes off, and from how many payments. */
function Terms({ form, discount }: { form: DiscountForm; discount: Discount | null }) {
  const duration = useWatch({ control: form.control, name: 'duration' });
  const isLocked = discount !== null && discount.redemptions_count > 0;
  return (
    <>
      {isLocked ? <LockedAmount discount={discount} /> : <Amount form={form} discount={discount} />}
      <RadiosField
        form={form}
        name="duration"
        label="Duration on subscriptions"
        options={DURATIONS}
      />
      {duration === 'repeating' && (
        <div className="max-w-40">
          <NumberField form={form} name="duration_in_months" label="Months" />
        </div>
      )}
      {isLocked && (
        <p className="text-xs text-muted">
          Applies to subscriptions that already have the discount, from their next payment.
        </p>
      )}
    </>
  );
}

function Amount({ form, discount }: { form: DiscountForm; discount: Discount | null }) {
  const type = useWatch({ control: form.control, name: 'type' });
  return (
    <>
      <RadiosField form={form} name="type" label="Type" options={TYPES} />
      {type === 'percentage' ? (
        <div className="max-w-40">
          <PercentField form={form} name="basis_points" label="Percent off" />
        </div>
      ) : (
        <AmountField
          form={form}
          name="amount"
          label="Amount off"
          hasFixedCurrency={discount?.type === 'fixed'}
        />
      )}
    </>
  );
}

/** What was redeemed stays (docs/contract/catalogue.md#frozen-amounts). */
function LockedAmount({ discount }: { discount: Discount }) {
  return (
    <div className="flex gap-2">
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="flex flex-col gap-1">
        <p className="font-medium">{discountLabel(discount)}</p>
        <p className="text-xs text-muted">
          Redeemed {pluralize(discount.redemptions_count, 'time')}: the amount can no longer change.
          Create another discount instead.
        </p>
      </div>
    </div>
  );
}
