'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { createdColumn, updatedColumn } from '@/components/data-table/time-columns';
import { discountState, windowLabel } from '@/components/discounts/discount-state';
import { durationLabel, LIST, redeemedOf } from '@/components/discounts/texts';
import { discountLabel } from '@/components/purchase/discount-terms';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { useCreateLink } from '@/components/shell/create-link';
import { ListPage } from '@/components/shell/page';
import { Badge } from '@/components/ui/badge';
import { CopyButton } from '@/components/ui/copy-button';
import { CurlButton } from '@/components/ui/curl-button';
import { useNow, useTimeZone } from '@/components/ui/time';
import {
  createDiscount,
  exportDiscounts,
  listDiscounts,
  updateDiscount,
} from '@/lib/resources/discounts/contract';
import type { Discount } from '@/lib/resources/discounts/schema';

const COLUMNS: readonly Column<Discount>[] = [
  { id: 'name', header: LIST.name, width: 190, sort: 'name', cell: ({ name }) => name },
  {
    id: 'code',
    header: LIST.code,
    width: 130,
    sort: 'code',
    mobile: 'sub',
    cell: ({ code }) => <Code code={code} />,
  },
  {
    id: 'off',
    header: LIST.off,
    width: 90,
    mobile: 'sub-end',
    cell: (discount) => discountLabel(discount),
  },
  { id: 'duration', header: LIST.duration, width: 110, cell: durationLabel },
  {
    id: 'redeemed',
    header: LIST.redeemed,
    width: 110,
    sort: 'redemptions_count',
    sortFirst: 'desc',
    align: 'end',
    cell: redeemedOf,
  },
  {
    id: 'window',
    header: LIST.window,
    width: 180,
    cell: (discount) => <Window discount={discount} />,
  },
  {
    id: 'state',
    header: LIST.state,
    width: 120,
    mobile: 'end',
    cell: (discount) => <State discount={discount} />,
  },
  createdColumn({ header: LIST.created, width: 130, hidden: true }),
  updatedColumn({ header: LIST.updated }),
];

function Code({ code }: { code: string | null }) {
  if (code === null) return <span className="text-muted">{LIST.noCode}</span>;
  return (
    <span className="inline-flex max-w-full items-center gap-0.5">
      <span className="truncate font-mono text-xs">{code}</span>
      <span className="max-md:hidden">
        <CopyButton value={code} label={LIST.copyCode(code)} />
      </span>
    </span>
  );
}

function Window({ discount }: { discount: Discount }) {
  return windowLabel(discount, useTimeZone(), useNow());
}

function State({ discount }: { discount: Discount }) {
  return <Badge status={discountState(discount, useNow())} />;
}

export function DiscountsPage() {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const create = useCreateLink('discounts', LIST.new, createDiscount);
  return (
    <ListPage title={LIST.title} actions={create}>
      <DataTable
        operation={listDiscounts}
        noun={{ one: 'discount', many: 'discounts' }}
        scope={{ organization_id: [id] }}
        columns={COLUMNS}
        href={(discount) => path(`discounts/${discount.id}`)}
        edit={{
          operation: updateDiscount,
          href: (discount) => path(`discounts/${discount.id}/edit`),
        }}
        exportOperation={exportDiscounts}
        firstRun={{
          ...LIST.firstRun,
          actions: (
            <>
              {create}
              <CurlButton
                operation={createDiscount}
                input={{
                  body: {
                    name: 'Launch week',
                    code: 'LAUNCH25',
                    type: 'percentage',
                    basis_points: 2500,
                    duration: 'once',
                    organization_id: id,
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
