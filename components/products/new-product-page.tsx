'use client';

import { useRouter } from 'next/navigation';
import { useContractForm } from '@/components/form/use-contract-form';
import { PRODUCT } from '@/components/products/presentation';
import { ProductFields } from '@/components/products/product-fields';
import { NEW_PRICE, type ProductValues, requestBody } from '@/components/products/product-values';
import { NEW_PRODUCT_PAGE } from '@/components/products/texts';
import { useSaveBenefits } from '@/components/products/use-save-benefits';
import { NewPage } from '@/components/resource/new-page';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { createProduct } from '@/lib/resources/products/contract';

const EMPTY: ProductValues = {
  name: '',
  description: null,
  prices: [NEW_PRICE],
  medias: [],
  attached_custom_fields: [],
  metadata: {},
  benefits: [],
};

export function NewProductPage() {
  return (
    <NewPage of={PRODUCT}>
      <NewProductForm />
    </NewPage>
  );
}

function NewProductForm() {
  const router = useRouter();
  const path = useOrganizationPath();
  const { id, default_currency } = useOrganization();
  const benefits = useSaveBenefits();
  const form = useContractForm(createProduct, {
    defaultValues: { ...EMPTY, organization_id: id },
    toBody: (values: ProductValues) => requestBody(values, [], default_currency),
    onSuccess: async (product, values) => {
      try {
        await benefits.save(product, values.benefits);
      } catch (error) {
        showErrorToast(NEW_PRODUCT_PAGE.theProductWasCreated, error);
        router.push(path(`products/${product.id}/edit`));
        return;
      }
      showToast(PRODUCT.words.created);
      router.push(path(`products/${product.id}`));
    },
  });
  return (
    <ProductFields
      form={form}
      product={null}
      verb={PRODUCT.words.create}
      cancel={path('products')}
      pending={benefits.pending}
    />
  );
}
