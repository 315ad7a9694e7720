'use client';

import { priceListLabel } from '@/components/entities/price-labels';
import { MetadataPart } from '@/components/form/metadata-form';
import { PRODUCT } from '@/components/products/presentation';
import { ProductActions } from '@/components/products/product-actions';
import { Benefits, Fields, Gallery, Prices } from '@/components/products/product-parts';
import { ProductSales } from '@/components/products/product-sales';
import { productStatus } from '@/components/products/status';
import {
  ARCHIVE,
  PRODUCT_ACTIONS,
  PRODUCT_FIELDS,
  PRODUCT_PAGE,
} from '@/components/products/texts';
import { BuyerPreview } from '@/components/purchase/buyer-preview';
import { RefusalNotes } from '@/components/refusals/refusal-notes';
import { ObjectPage } from '@/components/resource/object-page';
import { ObjectRecord } from '@/components/resource/object-record';
import { useOrganization } from '@/components/session/organization';
import { DetailColumns, DetailHeader, Facts } from '@/components/ui/detail';
import { IdChip } from '@/components/ui/id-chip';
import { Section } from '@/components/ui/section';
import { getProduct, updateProduct } from '@/lib/resources/products/contract';
import type { Product } from '@/lib/resources/products/schema';

const POLL_MS = 2000;

export function ProductPage({ id }: { id: string }) {
  return (
    <ObjectPage
      of={PRODUCT}
      read={getProduct}
      id={id}
      poll={({ grants_pending }) => Boolean(grants_pending) && POLL_MS}
    >
      {(product) => <ProductDetail product={product} />}
    </ObjectPage>
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
            <Section title={PRODUCT.labels.benefits}>
              <Benefits benefits={product.benefits} />
              {product.grants_pending ? (
                <p role="status" className="mt-2 text-muted">
                  {PRODUCT_PAGE.grantsPending(product.grants_pending)}
                </p>
              ) : null}
            </Section>
            <Section title={PRODUCT.labels.images}>
              <Gallery medias={product.medias} />
            </Section>
            <Section title={PRODUCT.labels.custom_fields}>
              <Fields fields={product.attached_custom_fields} />
            </Section>
            <Section title={PRODUCT.words.one}>
              <Facts facts={PRODUCT.factsOf(product)} />
            </Section>
          </>
        }
        side={
          <>
            <ProductSales product={product} />
            <Section title={PRODUCT_FIELDS.whatTheBuyerSees}>
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
