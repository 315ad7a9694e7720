'use client';

import { LIST } from '@/components/custom-fields/texts';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import type { Filter } from '@/components/data-table/filters';
import { updatedColumn } from '@/components/data-table/time-columns';
import { FIELD_TYPES } from '@/components/entities/custom-field-types';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { useCreateLink } from '@/components/shell/create-link';
import { ListPage } from '@/components/shell/page';
import { CurlButton } from '@/components/ui/curl-button';
import { Time } from '@/components/ui/time';
import {
  createCustomField,
  exportCustomFields,
  listCustomFields,
  updateCustomField,
} from '@/lib/resources/custom-fields/contract';
import type { CustomFieldWithProducts } from '@/lib/resources/custom-fields/schema';

const COLUMNS: readonly Column<CustomFieldWithProducts>[] = [
  { id: 'name', header: LIST.name, sort: 'name', cell: ({ name }) => name },
  {
    id: 'slug',
    header: LIST.slug,
    sort: 'slug',
    mobile: 'sub',
    cell: ({ slug }) => <span className="font-mono text-xs">{slug}</span>,
  },
  {
    id: 'type',
    header: LIST.type,
    width: 120,
    sort: 'type',
    mobile: 'end',
    cell: ({ type }) => FIELD_TYPES[type],
  },
  {
    id: 'products',
    header: LIST.usedBy,
    width: 130,
    mobile: 'sub-end',
    cell: ({ products_count }) =>
      LIST.products(products_count) ?? <span className="text-muted">—</span>,
  },
  {
    id: 'created',
    header: LIST.created,
    width: 130,
    sort: 'created_at',
    sortFirst: 'desc',
    cell: ({ created_at }) => <Time value={created_at} focusable={false} />,
  },
  updatedColumn({ header: LIST.updated, width: 130 }),
];

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    param: 'type',
    label: LIST.type,
    options: Object.entries(FIELD_TYPES).map(([value, label]) => ({ value, label })),
  },
];

export function CustomFieldsPage() {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const create = useCreateLink('custom-fields', LIST.new, createCustomField);
  return (
    <ListPage title={LIST.title} actions={create}>
      <DataTable
        operation={listCustomFields}
        noun={{ one: 'custom field', many: 'custom fields' }}
        scope={{ organization_id: [id] }}
        columns={COLUMNS}
        filters={FILTERS}
        href={(field) => path(`custom-fields/${field.id}`)}
        edit={{
          operation: updateCustomField,
          href: (field) => path(`custom-fields/${field.id}/edit`),
        }}
        exportOperation={exportCustomFields}
        firstRun={{
          ...LIST.firstRun,
          actions: (
            <>
              {create}
              <CurlButton
                operation={createCustomField}
                input={{
                  body: {
                    name: 'Company',
                    slug: 'company',
                    type: 'text',
                    properties: {},
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
