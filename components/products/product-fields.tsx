'use client';

import { type BaseSyntheticEvent, useState } from 'react';
import { BenefitDialog } from '@/components/benefit-form/benefit-dialog';
import { uploadProblem, useUploads } from '@/components/files/use-uploads';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import { TextareaField, TextField } from '@/components/form/fields';
import { FormColumns } from '@/components/form/form-layout';
import { FormPart } from '@/components/form/form-part';
import { MetadataField } from '@/components/form/metadata-field';
import { BenefitsField } from '@/components/products/benefits-field';
import { CustomFieldsField } from '@/components/products/custom-fields-field';
import { MediaField } from '@/components/products/media-field';
import { PRODUCT } from '@/components/products/presentation';
import { PriceEditor } from '@/components/products/price-editor';
import {
  currencyOfDraft,
  isPriced,
  type PriceDraft,
  type ProductForm,
  previewPrice,
} from '@/components/products/product-values';
import { MEDIA, PRODUCT_FIELDS } from '@/components/products/texts';
import { BuyerPreview, type Offer } from '@/components/purchase/buyer-preview';
import { useOrganization } from '@/components/session/organization';
import { LinkButton } from '@/components/ui/link-button';
import { Section } from '@/components/ui/section';
import { UI } from '@/components/ui/texts';
import type { Benefit } from '@/lib/resources/benefits/schema';
import type { CustomField } from '@/lib/resources/custom-fields/schema';
import type { ProductMediaFile } from '@/lib/resources/files/schema';
import type { Product } from '@/lib/resources/products/schema';

interface Props {
  form: ProductForm;
  /** The stored product; null for a new one. */
  product: Product | null;
  /** What the button says. */
  verb: string;
  /** The way out. */
  cancel: string;
  /** Whether the benefits are being saved, which comes after the product itself. */
  pending: boolean;
}

/** The form of a product, with what the buyer will see beside it. */
export function ProductFields({ form, product, verb, cancel, pending }: Props) {
  const [benefits, addBenefit] = useItemsById<Benefit>(product?.benefits);
  const [files, addFile] = useItemsById<ProductMediaFile>(product?.medias);
  const [fields, addField] = useItemsById<CustomField>(
    product?.attached_custom_fields.map(({ custom_field }) => custom_field),
  );
  const uploads = useUploads('product_media', (file) => {
    addFile(file);
    form.setValue('medias', [...form.getValues('medias'), file.id], { shouldDirty: true });
    form.clearErrors('medias');
  });
  const [creating, setCreating] = useState(false);
  const values = form.watch();
  const seller = useOrganization();
  const [firstPrice] = values.prices;
  const shown = firstPrice && currencyOfDraft(firstPrice, seller.default_currency);
  const isShown = (draft: PriceDraft) => currencyOfDraft(draft, seller.default_currency) === shown;
  const offer: Offer = {
    name: values.name,
    description: values.description,
    medias: values.medias.flatMap((id) => files.get(id) ?? []),
    prices: values.prices
      .filter((draft) => isPriced(draft) && isShown(draft))
      .map((draft, index) => previewPrice(draft, index, seller.default_currency)),
    benefits: values.benefits.flatMap((id) => benefits.get(id) ?? []),
    attached_custom_fields: values.attached_custom_fields.flatMap((attached) => {
      const custom_field = fields.get(attached.custom_field_id);
      return custom_field ? [{ ...attached, custom_field }] : [];
    }),
  };
  const isBlank =
    !offer.description?.trim() && offer.medias.length === 0 && offer.benefits.length === 0;

  function submit(event?: BaseSyntheticEvent) {
    if (pending) {
      event?.preventDefault();
      return;
    }
    const message = uploadProblem(uploads, MEDIA);
    if (message !== null) {
      event?.preventDefault();
      form.setError('medias', { type: 'uploading', message }, { shouldFocus: true });
      return;
    }
    form.submit(event);
  }

  return (
    <FormColumns
      aside={
        <Section title={PRODUCT_FIELDS.whatTheBuyerSees}>
          <BuyerPreview seller={seller} offer={offer} />
          {isBlank && <p className="text-muted">{PRODUCT_FIELDS.previewBlank}</p>}
        </Section>
      }
    >
      <ContractFormBody form={{ ...form, submit }} className="gap-8" label={verb}>
        <FormPart title={PRODUCT_FIELDS.product}>
          <TextField form={form} name="name" label={PRODUCT.labels.name} autoComplete="off" />
          <TextareaField
            form={form}
            name="description"
            label={PRODUCT.labels.description}
            optional
            help={PRODUCT_FIELDS.shownAtCheckoutPlain}
          />
        </FormPart>
        <FormPart title={PRODUCT.labels.images}>
          <MediaField form={form} itemsById={files} uploads={uploads} />
        </FormPart>
        <FormPart title={PRODUCT.labels.price}>
          <PriceEditor form={form} product={product} />
        </FormPart>
        <FormPart
          title={PRODUCT.labels.benefits}
          help={product ? PRODUCT_FIELDS.existingBuyersGainAdded : PRODUCT_FIELDS.whatBuyersGetIn}
        >
          <BenefitsField
            form={form}
            itemsById={benefits}
            onItem={addBenefit}
            onCreate={() => setCreating(true)}
          />
        </FormPart>
        <FormPart title={PRODUCT.labels.custom_fields} help={PRODUCT_FIELDS.askedAtCheckoutIn}>
          <CustomFieldsField form={form} itemsById={fields} onItem={addField} />
        </FormPart>
        <MetadataField form={form} name="metadata" />
        <FormActions>
          <SubmitButton form={form} pending={pending}>
            {verb}
          </SubmitButton>
          <LinkButton href={cancel}>{UI.cancel}</LinkButton>
        </FormActions>
      </ContractFormBody>
      {creating && (
        <BenefitDialog
          onClose={() => setCreating(false)}
          onCreated={(benefit) => {
            addBenefit(benefit);
            form.setValue('benefits', [...form.getValues('benefits'), benefit.id], {
              shouldDirty: true,
            });
            setCreating(false);
          }}
        />
      )}
    </FormColumns>
  );
}

/** Items by id: the form holds ids alone, the labels need the items. */
function useItemsById<T extends { id: string }>(stored: readonly T[] = []) {
  const [added, setAdded] = useState<readonly T[]>([]);
  const [first] = useState(stored);
  // Those of the opening as well: somebody else may have removed one that the form still holds.
  const all = [...first, ...stored, ...added];
  const itemsById: ReadonlyMap<string, T> = new Map(all.map((item) => [item.id, item]));
  const add = (item: T) => setAdded((before) => [...before, item]);
  return [itemsById, add] as const;
}
