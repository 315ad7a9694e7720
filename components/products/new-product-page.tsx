'use client';

import { useRouter } from 'next/navigation';
import { useContractForm } from '@/components/form/use-contract-form';
import { ProductFields } from '@/components/products/product-fields';
import { NEW_PRICE, type ProductValues, requestBody } from '@/components/products/product-values';
import { NEW_PRODUCT_PAGE } from '@/components/products/texts';
import { useSaveBenefits } from '@/components/products/use-save-benefits';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { DetailPage } from '@/components/shell/page';
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
  const path = useOrganizationPath();
  return (
    <DetailPage
      crumbs={[{ label: NEW_PRODUCT_PAGE.products, href: path('products') }]}
      current={NEW_PRODUCT_PAGE.newProduct}
    >
      <h1 className="text-xl font-semibold tracking-tight">{NEW_PRODUCT_PAGE.newProduct}</h1>
      <NewProductForm />
    </DetailPage>
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
      showToast(NEW_PRODUCT_PAGE.productCreated);
      router.push(path(`products/${product.id}`));
    },
  });
  return (
    <ProductFields
      form={form}
      product={null}
      verb={NEW_PRODUCT_PAGE.createProduct}
      cancel={path('products')}
      pending={benefits.pending}
    />
  );
}
