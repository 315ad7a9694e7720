'use client';

import type { ReactNode } from 'react';
import { AmountPreview } from '@/components/checkouts/amount-preview';
import { AnswersPart } from '@/components/checkouts/answers-part';
import { BuyerPart } from '@/components/checkouts/buyer-part';
import { type CheckoutForm, type Offer, priceOf } from '@/components/checkouts/checkout-values';
import { FormPart } from '@/components/checkouts/form-part';
import { SalePart } from '@/components/checkouts/sale-part';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import { MetadataField, TextField } from '@/components/form/fields';
import { LinkButton } from '@/components/ui/link-button';

/** The form of a checkout session, new or open, with its receipt beside it. */
export function CheckoutBuilder({
  form,
  offer,
  isNew,
  verb,
  cancel,
}: {
  form: CheckoutForm;
  /** The chosen product; null until there is one. */
  offer: Offer | null;
  isNew: boolean;
  /** What the button says. */
  verb: ReactNode;
  /** The way out. */
  cancel: string;
}) {
  const values = form.watch();
  const price = priceOf(offer, values.product_price_id);
  return (
    <ContractFormBody
      form={form}
      className="lg:grid lg:grid-cols-[minmax(0,36rem)_minmax(18rem,22rem)] lg:gap-x-12 lg:gap-y-0 lg:*:col-start-1"
    >
      <SalePart form={form} offer={offer} isNew={isNew} />
      {/* Beside all parts on wide screens: as tall as rows without content make it. */}
      <aside
        aria-label="Preview"
        className="min-w-0 max-lg:mt-4 lg:sticky lg:top-0 lg:col-start-2! lg:row-span-12 lg:row-start-1 lg:self-start"
      >
        <AmountPreview offer={offer} values={values} />
      </aside>
      <BuyerPart form={form} isNew={isNew} isRecurring={price?.type === 'recurring'} />
      <AnswersPart form={form} fields={offer?.attached_custom_fields ?? []} />
      <FormPart title="After payment">
        <TextField
          form={form}
          name="success_url"
          label="Success URL"
          optional
          inputMode="url"
          placeholder="https://example.com/thanks?checkout={CHECKOUT_ID}"
          help="Where the buyer goes then; {CHECKOUT_ID} is replaced. Left empty, a confirmation page shows what was bought."
        />
        <TextField
          form={form}
          name="embed_origin"
          label="Embed origin"
          optional
          inputMode="url"
          placeholder="https://example.com"
          help="The site that shows the checkout in a frame of its own pages."
        />
      </FormPart>
      <FormPart title="Notes">
        <MetadataField
          form={form}
          name="metadata"
          label="Metadata"
          help="Copied to the order and the subscription."
        />
        <MetadataField
          form={form}
          name="customer_metadata"
          label="Customer metadata"
          help="Copied to the customer once the checkout is paid."
        />
      </FormPart>
      <div className="max-lg:contents lg:mt-8">
        <FormActions>
          <SubmitButton form={form}>{verb}</SubmitButton>
          <LinkButton href={cancel}>Cancel</LinkButton>
        </FormActions>
      </div>
    </ContractFormBody>
  );
}
