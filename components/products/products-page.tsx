'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import type { Filter } from '@/components/data-table/filters';
import { RowName } from '@/components/data-table/row-name';
import { createdColumn, updatedColumn } from '@/components/data-table/time-columns';
import { priceListLabel } from '@/components/entities/price-labels';
import { BENEFITS } from '@/components/entities/searchable-benefits';
import { CUSTOM_FIELDS } from '@/components/entities/searchable-custom-fields';
import { bulkActionsOf } from '@/components/products/bulk-actions';
import { PRODUCTS_PAGE } from '@/components/products/list-texts';
import { ProductPicture } from '@/components/products/product-picture';
import { billingTypeLabel, productStatus } from '@/components/products/status';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { useCreateLink } from '@/components/shell/create-link';
import { ListPage } from '@/components/shell/page';
import { Badge } from '@/components/ui/badge';
import { CurlButton } from '@/components/ui/curl-button';
import { formatCount } from '@/components/ui/money';
import {
  createProduct,
  exportProducts,
  listProducts,
  updateProduct,
} from '@/lib/resources/products/contract';
import type { Product } from '@/lib/resources/products/schema';

const COLUMNS: readonly Column<Product>[] = [
  {
    id: 'name',
    width: 235,
    header: PRODUCTS_PAGE.name,
    sort: 'name',
    cell: (product) => (
      <RowName picture={<ProductPicture product={product} />}>{product.name}</RowName>
    ),
  },
  {
    id: 'price',
    width: 235,
    header: PRODUCTS_PAGE.price,
    sort: 'price_amount',
    sortFirst: 'desc',
    mobile: 'sub',
    cell: ({ prices }) => priceListLabel(prices),
  },
  {
    id: 'type',
    width: 120,
    header: PRODUCTS_PAGE.type,
    sort: 'price_type',
    cell: billingTypeLabel,
  },
  {
    id: 'state',
    width: 110,
    header: PRODUCTS_PAGE.state,
    mobile: 'end',
    cell: (product) => <Badge status={productStatus(product)} />,
  },
  {
    id: 'benefits',
    width: 100,
    header: PRODUCTS_PAGE.benefits,
    align: 'end',
    cell: ({ benefits }) => formatCount(benefits.length),
  },
  createdColumn({ header: PRODUCTS_PAGE.created, width: 120 }),
  updatedColumn({ header: PRODUCTS_PAGE.updated }),
];

const SORT_LABELS = { price_amount_type: PRODUCTS_PAGE.kindOfPrice };

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    param: 'is_archived',
    label: PRODUCTS_PAGE.state,
    single: true,
    options: [
      { value: 'false', label: PRODUCTS_PAGE.live },
      { value: 'true', label: PRODUCTS_PAGE.archived },
    ],
  },
  {
    kind: 'choice',
    param: 'is_recurring',
    label: PRODUCTS_PAGE.type,
    single: true,
    options: [
      { value: 'false', label: PRODUCTS_PAGE.oneTime },
      { value: 'true', label: PRODUCTS_PAGE.recurring },
    ],
  },
  {
    kind: 'entity',
    param: 'benefit_id',
    label: PRODUCTS_PAGE.benefit,
    entity: BENEFITS,
  },
  {
    kind: 'entity',
    param: 'custom_field_id',
    label: PRODUCTS_PAGE.customField,
    entity: CUSTOM_FIELDS,
    rare: true,
  },
];

export function ProductsPage() {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const client = useQueryClient();
  const bulkActions = useMemo(() => bulkActionsOf(client, id), [client, id]);
  const create = useCreateLink('products', PRODUCTS_PAGE.newProduct, createProduct);
  return (
    <ListPage title={PRODUCTS_PAGE.products} actions={create}>
      <DataTable
        operation={listProducts}
        noun={{ one: 'product', many: 'products' }}
        routeQuery={{ organization_id: [id] }}
        columns={COLUMNS}
        filters={FILTERS}
        sortLabels={SORT_LABELS}
        href={(product) => path(`products/${product.id}`)}
        exportOperation={exportProducts}
        bulkActions={bulkActions}
        edit={{ operation: updateProduct, href: (product) => path(`products/${product.id}/edit`) }}
        firstRun={{
          title: PRODUCTS_PAGE.addWhatYouSell,
          text: PRODUCTS_PAGE.aProductIsSold,
          actions: (
            <>
              {create}
              <CurlButton
                operation={createProduct}
                input={{
                  body: {
                    name: 'Letterpress Textures',
                    organization_id: id,
                    prices: [{ type: 'one_time', amount_type: 'fixed', price_amount: 2000 }],
                  },
                }}
              />
            </>
          ),
        }}
      />
    </ListPage>
  );
}
