'use client';

import { LIST } from '@/components/benefits/texts';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import type { Filter } from '@/components/data-table/filters';
import { createdColumn } from '@/components/data-table/time-columns';
import { BENEFIT_TYPES } from '@/components/entities/benefit-types';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { useCreateLink } from '@/components/shell/create-link';
import { ListPage } from '@/components/shell/page';
import { CurlButton } from '@/components/ui/curl-button';
import { formatCount } from '@/components/ui/money';
import { Time } from '@/components/ui/time';
import {
  createBenefit,
  exportBenefits,
  listBenefits,
  updateBenefit,
} from '@/lib/resources/benefits/contract';
import type { Benefit } from '@/lib/resources/benefits/schema';

const COLUMNS: readonly Column<Benefit>[] = [
  {
    id: 'description',
    header: LIST.columns.description,
    sort: 'description',
    cell: ({ description }) => description,
  },
  {
    id: 'type',
    header: LIST.columns.type,
    sort: 'type',
    mobile: 'sub',
    cell: ({ type }) => {
      const { icon: Icon, label } = BENEFIT_TYPES[type];
      return (
        <span className="inline-flex items-center gap-2 align-bottom">
          <Icon aria-hidden className="size-4 shrink-0 text-muted" />
          {label}
        </span>
      );
    },
  },
  {
    id: 'products',
    header: LIST.columns.products,
    align: 'end',
    mobile: 'end',
    cell: ({ products_count }) => formatCount(products_count ?? 0),
  },
  createdColumn({ header: LIST.columns.created }),
  {
    id: 'updated',
    header: LIST.columns.updated,
    hidden: true,
    cell: ({ modified_at }) => <Time value={modified_at} focusable={false} />,
  },
];

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    param: 'type',
    label: LIST.columns.type,
    options: Object.entries(BENEFIT_TYPES).map(([value, { label }]) => ({ value, label })),
  },
];

export function BenefitsPage() {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const create = useCreateLink('benefits', LIST.create, createBenefit);
  return (
    <ListPage title={LIST.title} actions={create}>
      <DataTable
        operation={listBenefits}
        noun={LIST.noun}
        scope={{ organization_id: [id] }}
        columns={COLUMNS}
        filters={FILTERS}
        href={(benefit) => path(`benefits/${benefit.id}`)}
        edit={{ operation: updateBenefit, href: (benefit) => path(`benefits/${benefit.id}/edit`) }}
        exportOperation={exportBenefits}
        firstRun={{
          ...LIST.firstRun,
          actions: (
            <>
              {create}
              <CurlButton
                operation={createBenefit}
                input={{
                  body: {
                    type: 'license_keys',
                    description: 'License key',
                    organization_id: id,
                    properties: { prefix: 'ACME' },
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
