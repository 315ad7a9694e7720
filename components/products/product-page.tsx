'use client';

import { useQuery } from '@tanstack/react-query';
import { priceListLabel } from '@/components/entities/price-labels';
import { MetadataPart } from '@/components/form/metadata-form';
import { ProductActions } from '@/components/products/product-actions';
import { Benefits, Fields, Gallery, Prices } from '@/components/products/product-parts';
import { ProductSales } from '@/components/products/product-sales';
import { billingTypeLabel, productStatus } from '@/components/products/status';
import { ARCHIVE, PRODUCT_ACTIONS, PRODUCT_PAGE } from '@/components/products/texts';
import { BuyerPreview } from '@/components/purchase/buyer-preview';
import { RefusalNotes } from '@/components/refusals/refusal-notes';
import { ObjectRecord } from '@/components/resource/object-record';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { DetailPage } from '@/components/shell/page';
import { DetailColumns, DetailHeader, Facts } from '@/components/ui/detail';
import { IdChip } from '@/components/ui/id-chip';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { Section } from '@/components/ui/section';
import { Time } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { getProduct, updateProduct } from '@/lib/resources/products/contract';
import type { Product } from '@/lib/resources/products/schema';

const POLL_MS = 2000;

export function ProductPage({ id }: { id: string }) {
  const path = useOrganizationPath();
  const product = useQuery({
    ...query(getProduct, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.grants_pending ? POLL_MS : false),
  });
  return (
    <DetailPage
      crumbs={[{ label: PRODUCT_PAGE.products, href: path('products') }]}
      current={product.data?.name ?? PRODUCT_PAGE.one}
      isKnown={product.data !== undefined}
    >
      <QueryBoundary query={product} what={PRODUCT_PAGE.thisProduct}>
        {(found) => <ProductDetail product={found} />}
      </QueryBoundary>
    </DetailPage>
  );
}

function ProductDetail({ product }: { product: Product }) {
  const seller = useOrganization();
  return (
    <>
      <DetailHeader
        title={product.name}
        status={productStatus(product)}
        subtitle={
          <>
            <span>{priceListLabel(product.prices)}</span>
            <IdChip id={product.id} />
          </>
        }
        actions={<ProductActions product={product} />}
      />
      {product.is_archived && (
        <p className="-mt-2 text-muted">
          {PRODUCT_PAGE.notForSale} {PRODUCT_ACTIONS.restoreItToSell}{' '}
          {product.is_recurring && ARCHIVE.allKeepRenewing}
        </p>
      )}
      <RefusalNotes id={product.id} />
      <DetailColumns
        main={
          <>
            <Section title={PRODUCT_PAGE.prices}>
              <Prices prices={product.prices} />
            </Section>
            <Section title={PRODUCT_PAGE.benefits}>
              <Benefits benefits={product.benefits} />
              {product.grants_pending ? (
                <p role="status" className="mt-2 text-muted">
                  {PRODUCT_PAGE.grantsPending(product.grants_pending)}
                </p>
              ) : null}
            </Section>
            <Section title={PRODUCT_PAGE.images}>
              <Gallery medias={product.medias} />
            </Section>
            <Section title={PRODUCT_PAGE.customFields}>
              <Fields fields={product.attached_custom_fields} />
            </Section>
            <Section title={PRODUCT_PAGE.product}>
              <Facts
                facts={[
                  [
                    PRODUCT_PAGE.description,
                    product.description && (
                      <span className="whitespace-pre-line">{product.description}</span>
                    ),
                  ],
                  [PRODUCT_PAGE.type, billingTypeLabel(product)],
                  [
                    PRODUCT_PAGE.created,
                    <Time key="created" value={product.created_at} show="datetime" />,
                  ],
                  product.modified_at !== null && [
                    PRODUCT_PAGE.updated,
                    <Time key="modified" value={product.modified_at} show="datetime" />,
                  ],
                ]}
              />
            </Section>
          </>
        }
        side={
          <>
            <ProductSales product={product} />
            <Section title="What the buyer sees">
              <BuyerPreview seller={seller} offer={product} />
            </Section>
            <MetadataPart object={product} update={updateProduct} read={getProduct} />
          </>
        }
      />
      <ObjectRecord value={product} />
    </>
  );
}
