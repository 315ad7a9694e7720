'use client';

import { useRouter } from 'next/navigation';
import { useContractForm } from '@/components/form/use-contract-form';
import { ProductFields } from '@/components/products/product-fields';
import { NEW_PRICE, type ProductValues, requestBody } from '@/components/products/product-values';
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
    <DetailPage crumbs={[{ label: 'Products', href: path('products') }]} current="New product">
      <h1 className="text-xl font-semibold tracking-tight">New product</h1>
      <NewProductForm />
    </DetailPage>
  );
}

function NewProductForm() {
  const router = useRouter();
  const path = useOrganizationPath();
  const { id } = useOrganization();
  const benefits = useSaveBenefits();
  const form = useContractForm(createProduct, {
    defaultValues: { ...EMPTY, organization_id: id },
    toBody: (values: ProductValues) => requestBody(values, []),
    onSuccess: async (product, values) => {
      try {
        await benefits.save(product, values.benefits);
      } catch (error) {
        showErrorToast('The product was created, but not its benefits.', error);
        router.push(path(`products/${product.id}/edit`));
        return;
      }
      showToast('Product created.');
      router.push(path(`products/${product.id}`));
    },
  });
  return (
    <ProductFields
      form={form}
      product={null}
      verb="Create product"
      cancel={path('products')}
      pending={benefits.pending}
    />
  );
}
