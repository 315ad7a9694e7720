'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Filter } from '@/components/data-table/filters';
import { BENEFITS } from '@/components/entities/searchable-benefits';
import { CUSTOM_FIELDS } from '@/components/entities/searchable-custom-fields';
import { bulkActionsOf } from '@/components/products/bulk-actions';
import { PRODUCTS_PAGE } from '@/components/products/list-texts';
import { PRODUCT } from '@/components/products/presentation';
import { filtersOf } from '@/components/resource/filters';
import { ResourceTable } from '@/components/resource/list-page';
import { useOrganization } from '@/components/session/organization';
import { useCreateLink } from '@/components/shell/create-link';
import { ListPage } from '@/components/shell/page';
import { CurlButton } from '@/components/ui/curl-button';
import {
  createProduct,
  exportProducts,
  listProducts,
  updateProduct,
} from '@/lib/resources/products/contract';

const SORT_LABELS = { price_amount_type: PRODUCTS_PAGE.kindOfPrice };

const FILTERS: readonly Filter[] = [
  ...filtersOf(PRODUCT, [
    {
      field: 'state',
      kind: 'choice',
      param: 'is_archived',
      single: true,
      options: [
        { value: 'false', label: PRODUCTS_PAGE.live },
        { value: 'true', label: PRODUCTS_PAGE.archived },
      ],
    },
    {
      field: 'type',
      kind: 'choice',
      param: 'is_recurring',
      single: true,
      options: [
        { value: 'false', label: PRODUCTS_PAGE.oneTime },
        { value: 'true', label: PRODUCTS_PAGE.recurring },
      ],
    },
  ]),
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
  const client = useQueryClient();
  const bulkActions = useMemo(() => bulkActionsOf(client, id), [client, id]);
  const create = useCreateLink(PRODUCT.section, PRODUCT.words.new, createProduct);
  return (
    <ListPage title={PRODUCT.words.title} actions={create}>
      <ResourceTable
        of={PRODUCT}
        operation={listProducts}
        update={updateProduct}
        filters={FILTERS}
        sortLabels={SORT_LABELS}
        exportOperation={exportProducts}
        bulkActions={bulkActions}
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
