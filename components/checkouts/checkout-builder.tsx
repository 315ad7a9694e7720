'use client';

import { AmountPreview } from '@/components/checkouts/amount-preview';
import { AnswersPart } from '@/components/checkouts/answers-part';
import { BuyerPart } from '@/components/checkouts/buyer-part';
import { type CheckoutForm, type Offer, priceOf } from '@/components/checkouts/checkout-values';
import { SalePart } from '@/components/checkouts/sale-part';
import { LABELS, builder as texts } from '@/components/checkouts/texts';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import { TextField } from '@/components/form/fields';
import { FormColumns } from '@/components/form/form-layout';
import { FoldedPart } from '@/components/form/form-part';
import { MetadataField } from '@/components/form/metadata-field';
import { LinkButton } from '@/components/ui/link-button';
import { UI } from '@/components/ui/texts';

/** The form of a checkout session, new or open, with what the buyer will see beside it. */
export function CheckoutBuilder({
  form,
  offer,
  isNew,
  cancel,
}: {
  form: CheckoutForm;
  /** The chosen product; null until there is one. */
  offer: Offer | null;
  isNew: boolean;
  /** The way out. */
  cancel: string;
}) {
  const values = form.watch();
  const price = priceOf(offer, values.product_price_id);
  return (
    <FormColumns aside={<AmountPreview offer={offer} values={values} />}>
      <ContractFormBody form={form} className="gap-8">
        <SalePart form={form} offer={offer} isNew={isNew} />
        <AnswersPart form={form} fields={offer?.attached_custom_fields ?? []} />
        <BuyerPart form={form} isNew={isNew} isRecurring={price?.type === 'recurring'} />
        <FoldedPart
          form={form}
          names={['success_url', 'embed_origin']}
          opened={Boolean(values.success_url ?? values.embed_origin)}
          title={texts.afterPayment}
          help={texts.afterPaymentHelp}
        >
          <TextField
            form={form}
            name="success_url"
            label={LABELS.successUrl}
            optional="unmarked"
            inputMode="url"
            placeholder="https://example.com/thanks?checkout={CHECKOUT_ID}"
            help={texts.successUrlHelp}
          />
          <TextField
            form={form}
            name="embed_origin"
            label={LABELS.embedOrigin}
            optional="unmarked"
            inputMode="url"
            placeholder="https://example.com"
            help={texts.embedOriginHelp}
          />
        </FoldedPart>
        <FoldedPart
          form={form}
          names={['metadata', 'customer_metadata']}
          opened={hasKeys(values.metadata) || hasKeys(values.customer_metadata)}
          title={LABELS.metadata}
          help={texts.metadataPartHelp}
        >
          <MetadataField
            form={form}
            name="metadata"
            label={LABELS.metadata}
            help={texts.metadataHelp}
          />
          <MetadataField
            form={form}
            name="customer_metadata"
            label={LABELS.customerMetadata}
            help={texts.customerMetadataHelp}
          />
        </FoldedPart>
        <FormActions>
          <SubmitButton form={form}>{isNew ? texts.create : texts.save}</SubmitButton>
          <LinkButton href={cancel}>{UI.cancel}</LinkButton>
        </FormActions>
      </ContractFormBody>
    </FormColumns>
  );
}

const hasKeys = (metadata: object) => Object.keys(metadata).length > 0;
