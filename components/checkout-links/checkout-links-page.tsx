'use client';

import { Link2 } from 'lucide-react';
import { LIST } from '@/components/checkout-links/texts';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import type { Filter } from '@/components/data-table/filters';
import { createdColumn } from '@/components/data-table/time-columns';
import { DISCOUNTS } from '@/components/entities/searchable-discounts';
import { PRODUCTS } from '@/components/entities/searchable-products';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { useCreateLink } from '@/components/shell/create-link';
import { ListPage } from '@/components/shell/page';
import { CopyButton } from '@/components/ui/copy-button';
import { CurlButton } from '@/components/ui/curl-button';
import { formatCount } from '@/components/ui/money';
import {
  createCheckoutLink,
  exportCheckoutLinks,
  listCheckoutLinks,
} from '@/lib/resources/checkout-links/contract';
import type { CheckoutLink } from '@/lib/resources/checkout-links/schema';

const COLUMNS: readonly Column<CheckoutLink>[] = [
  {
    id: 'label',
    header: LIST.columns.label,
    cell: ({ label }) => label ?? <span className="font-normal text-muted">{LIST.noLabel}</span>,
  },
  {
    id: 'product',
    header: LIST.columns.product,
    mobile: 'sub',
    cell: ({ product }) => product.name,
  },
  { id: 'discount', header: LIST.columns.discount, cell: ({ discount }) => discount?.name ?? '—' },
  {
    id: 'checkouts',
    header: LIST.columns.checkouts,
    align: 'end',
    cell: ({ checkouts_count }) => formatCount(checkouts_count),
  },
  {
    id: 'sales',
    header: LIST.columns.sales,
    align: 'end',
    cell: ({ succeeded_count }) => formatCount(succeeded_count),
  },
  createdColumn({ header: LIST.columns.created }),
  {
    id: 'link',
    header: LIST.columns.link,
    align: 'end',
    mobile: 'end',
    cell: ({ label, product, url }) => (
      <CopyButton value={url} label={LIST.copy(label ?? product.name)} icon={Link2} />
    ),
  },
];

const FILTERS: readonly Filter[] = [
  { kind: 'entity', param: 'product_id', label: LIST.columns.product, entity: PRODUCTS },
  {
    kind: 'entity',
    param: 'discount_id',
    label: LIST.columns.discount,
    entity: DISCOUNTS,
  },
];

export function CheckoutLinksPage() {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const create = useCreateLink('checkout-links', LIST.create, createCheckoutLink);
  return (
    <ListPage title={LIST.title} actions={create}>
      <DataTable
        operation={listCheckoutLinks}
        noun={LIST.noun}
        scope={{ organization_id: [id] }}
        columns={COLUMNS}
        filters={FILTERS}
        exportOperation={exportCheckoutLinks}
        href={(link) => path(`checkout-links/${link.id}`)}
        firstRun={{
          ...LIST.firstRun,
          actions: (
            <>
              {create}
              <CurlButton
                operation={createCheckoutLink}
                input={{ body: { product_id: '<product id>' } }}
              />
            </>
          ),
        }}
      />
    </ListPage>
  );
}
