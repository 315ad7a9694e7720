'use client';

import { useQuery } from '@tanstack/react-query';
import { FieldPreview } from '@/components/custom-fields/field-preview';
import { CUSTOM_FIELD } from '@/components/custom-fields/presentation';
import { deletionEffects } from '@/components/custom-fields/texts';
import { priceListLabel } from '@/components/entities/price-labels';
import { RELATED, RelatedList } from '@/components/entities/related-list';
import { MetadataPart } from '@/components/form/metadata-form';
import { detailPage } from '@/components/resource/detail-page';
import { useOrganization } from '@/components/session/organization';
import { Section } from '@/components/ui/section';
import { query } from '@/lib/client/queries';
import {
  deleteCustomField,
  getCustomField,
  updateCustomField,
} from '@/lib/resources/custom-fields/contract';
import { listProducts } from '@/lib/resources/products/contract';

export const CustomFieldPage = detailPage(
  CUSTOM_FIELD,
  { read: getCustomField, update: updateCustomField, remove: deleteCustomField },
  {
    main: (field) => (
      <>
        <Section title="What buyers see">
          <FieldPreview key={field.modified_at} field={field} />
        </Section>
        <Products fieldId={field.id} />
      </>
    ),
    side: (field) => (
      <MetadataPart object={field} update={updateCustomField} read={getCustomField} />
    ),
    useDeletion: ({ products_count, slug }) => ({
      effects: deletionEffects({ products: products_count, slug }),
    }),
  },
);

function Products({ fieldId }: { fieldId: string }) {
  const { id } = useOrganization();
  const products = useQuery(
    query(listProducts, {
      query: { organization_id: [id], custom_field_id: [fieldId], limit: RELATED },
    }),
  );
  return (
    <RelatedList
      title="Products"
      rows={products}
      section="products"
      filter={`custom_field_id=${fieldId}`}
      empty="No product asks for it yet. Add it in a product’s form."
      row={(product) => ({
        title: product.name,
        amount: priceListLabel(product.prices),
        at: product.created_at,
      })}
    />
  );
}
