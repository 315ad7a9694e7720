'use client';

import { useRouter } from 'next/navigation';
import { type BaseSyntheticEvent, useState } from 'react';
import { useEditForm } from '@/components/form/use-edit-form';
import { LossesDialog } from '@/components/products/losses-dialog';
import { PRODUCT } from '@/components/products/presentation';
import { ProductFields } from '@/components/products/product-fields';
import { type ProductValues, requestBody, valuesOf } from '@/components/products/product-values';
import { EDIT_PRODUCT_PAGE } from '@/components/products/texts';
import { type Losses, useLosses } from '@/components/products/use-losses';
import { useSaveBenefits } from '@/components/products/use-save-benefits';
import { EditPage } from '@/components/resource/object-page';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { getProduct, updateProduct } from '@/lib/resources/products/contract';
import type { Product } from '@/lib/resources/products/schema';

export function EditProductPage({ id }: { id: string }) {
  return (
    <EditPage of={PRODUCT} read={getProduct} id={id}>
      {(product) => <EditProductForm key={product.id} product={product} />}
    </EditPage>
  );
}

function EditProductForm({ product }: { product: Product }) {
  const router = useRouter();
  const path = useOrganizationPath();
  const { default_currency } = useOrganization();
  const own = path(`products/${product.id}`);
  const benefits = useSaveBenefits();
  const form = useEditForm(updateProduct, {
    params: { id: product.id },
    object: product,
    read: getProduct,
    toValues: valuesOf,
    toBody: (values: ProductValues, stored) => requestBody(values, stored.prices, default_currency),
    // The benefits are saved next; until then the form holds those that were chosen.
    savedValues: (saved, { benefits }) => ({ ...valuesOf(saved), benefits }),
    onSuccess: async (saved, values) => {
      try {
        await benefits.save(saved, values.benefits);
      } catch (error) {
        showErrorToast(EDIT_PRODUCT_PAGE.theProductIsSaved, error);
        return;
      }
      showToast(PRODUCT.words.saved);
      router.push(own);
    },
  });
  const [losses, setLosses] = useState<Losses | null>(null);
  const losing = useLosses(product);

  /** Asks for confirmation where buyers lose something by it. */
  async function submit(event?: BaseSyntheticEvent) {
    event?.preventDefault();
    const found = (await form.trigger()) && (await losing.find(form.getValues()));
    if (found) setLosses(found);
    else form.submit();
  }

  return (
    <>
      <ProductFields
        form={{ ...form, submit: (event) => void submit(event) }}
        product={product}
        verb={PRODUCT.words.save}
        cancel={own}
        pending={benefits.pending || losing.pending}
      />
      {losses && (
        <LossesDialog
          product={product}
          losses={losses}
          onClose={() => setLosses(null)}
          onConfirm={() => form.submit()}
        />
      )}
    </>
  );
}
