'use client';

import { Lock, Shuffle } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { type DiscountValues, randomCode } from '@/components/discounts/discount-values';
import { MomentField } from '@/components/discounts/moment-field';
import { ProductsField } from '@/components/discounts/products-field';
import { FORM, LIST } from '@/components/discounts/texts';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import { MetadataField, RadiosField, TextField } from '@/components/form/fields';
import { MoneyField, NumberField, PercentField } from '@/components/form/number-fields';
import type { ContractForm } from '@/components/form/use-contract-form';
import { discountLabel } from '@/components/purchase/discount-terms';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { Section } from '@/components/ui/section';
import type { Discount } from '@/lib/resources/discounts/schema';

type DiscountForm = ContractForm<DiscountValues>;

const TYPES = [
  { value: 'percentage', label: FORM.percentage },
  { value: 'fixed', label: FORM.fixed },
] as const;

const DURATIONS = [
  { value: 'once', label: FORM.once, help: FORM.onceHelp },
  { value: 'forever', label: FORM.forever, help: FORM.foreverHelp },
  { value: 'repeating', label: FORM.repeating, help: FORM.repeatingHelp },
] as const;

/** The form of a discount; `discount` is the one that is edited. */
export function DiscountFormBody({
  form,
  discount,
  verb,
  cancel,
}: {
  form: DiscountForm;
  discount: Discount | null;
  verb: string;
  /** Where Cancel leads. */
  cancel: string;
}) {
  const isLocked = discount !== null && discount.redemptions_count > 0;
  const duration = useWatch({ control: form.control, name: 'duration' });
  return (
    <ContractFormBody form={form} className="gap-8">
      <Section title={FORM.nameAndCode}>
        <TextField
          form={form}
          name="name"
          label={LIST.name}
          autoComplete="off"
          help={FORM.nameHelp}
        />
        <CodeField form={form} />
      </Section>
      <Section title={FORM.off}>
        {isLocked ? <LockedTerms discount={discount} /> : <Terms form={form} />}
        <RadiosField form={form} name="duration" label={FORM.duration} options={DURATIONS} />
        {duration === 'repeating' && (
          <div className="max-w-40">
            <NumberField form={form} name="duration_in_months" label={FORM.months} />
          </div>
        )}
        {isLocked && <p className="text-xs text-muted">{FORM.durationOnEdit}</p>}
      </Section>
      <Section title={FORM.limits}>
        <div className="grid gap-4 sm:grid-cols-2">
          <MomentField form={form} name="starts_at" label={FORM.starts} />
          <MomentField form={form} name="ends_at" label={FORM.ends} />
        </div>
        <div className="max-w-60">
          <NumberField
            form={form}
            name="max_redemptions"
            label={FORM.max}
            optional
            help={FORM.maxHelp}
          />
        </div>
        <ProductsField form={form} known={discount?.products ?? []} />
      </Section>
      <MetadataField form={form} name="metadata" label={FORM.metadata} help={FORM.metadataHelp} />
      <FormActions>
        <SubmitButton form={form}>{verb}</SubmitButton>
        <LinkButton href={cancel}>{FORM.cancel}</LinkButton>
      </FormActions>
    </ContractFormBody>
  );
}

function CodeField({ form }: { form: DiscountForm }) {
  return (
    <div className="flex flex-col items-start gap-2 *:first:w-full">
      <TextField
        form={form}
        name="code"
        label={LIST.code}
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="font-mono"
        help={FORM.codeHelp}
      />
      <Button
        size="small"
        icon={Shuffle}
        onClick={() =>
          form.setValue('code', randomCode(), { shouldDirty: true, shouldValidate: true })
        }
      >
        {FORM.generate}
      </Button>
    </div>
  );
}

function Terms({ form }: { form: DiscountForm }) {
  const type = useWatch({ control: form.control, name: 'type' });
  return (
    <>
      <RadiosField form={form} name="type" label={FORM.type} options={TYPES} />
      <div className="max-w-40">
        {type === 'percentage' ? (
          <PercentField form={form} name="basis_points" label={FORM.percentOff} />
        ) : (
          <MoneyField form={form} name="amount" label={FORM.amountOff} />
        )}
      </div>
    </>
  );
}

/** What was redeemed stays (docs/contract/catalogue.md#frozen-amounts). */
function LockedTerms({ discount }: { discount: Discount }) {
  return (
    <div className="flex gap-2">
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="flex flex-col gap-1">
        <p className="font-medium">{discountLabel(discount)}</p>
        <p className="text-xs text-muted">{FORM.locked(discount.redemptions_count)}</p>
      </div>
    </div>
  );
}
