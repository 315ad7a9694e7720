import type { ComponentProps, ReactNode } from 'react';
import type { z } from 'zod';
import { DataTable } from '@/components/data-table/data-table';
import type { Filter } from '@/components/data-table/filters';
import { type FieldFilter, filtersOf } from '@/components/resource/filters';
import type { Presentation } from '@/components/resource/presentation';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { useCreateLink } from '@/components/shell/create-link';
import { ListPage } from '@/components/shell/page';
import { CurlButton } from '@/components/ui/curl-button';
import { FrozenTime } from '@/components/ui/time';
import type { AnyContract, Contract } from '@/lib/contract/contract';
import type { ListContract } from '@/lib/contract/list-operation';

type Table<Row extends { id: string }> = ComponentProps<typeof DataTable<Row>>;

/** The rows of a resource in an organization, each a link to its page. */
export function ResourceTable<Row extends { id: string }>({
  of: { columns, noun, section, isInRealTime },
  update,
  ...table
}: {
  of: Presentation<Row>;
  /** Changes a row, by a form on a page of its own, to which `e` leads. */
  update?: AnyContract | undefined;
} & Omit<Table<Row>, 'columns' | 'edit' | 'href' | 'noun' | 'routeQuery'>) {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const shown = (
    <DataTable<Row>
      {...table}
      noun={noun}
      routeQuery={{ organization_id: [id] }}
      columns={columns}
      href={(row) => path(`${section}/${row.id}`)}
      {...(update
        ? { edit: { operation: update, href: (row) => path(`${section}/${row.id}/edit`) } }
        : {})}
    />
  );
  return isInRealTime ? <FrozenTime now={null}>{shown}</FrozenTime> : shown;
}

/** Rows that are made by what happens, and not by the seller: the first run offers the call that reads them. */
export function RecordTable<Row extends { id: string }>({
  firstRun,
  ...table
}: Pick<Table<Row>, 'operation' | 'exportOperation' | 'filters'> & {
  of: Presentation<Row>;
  firstRun: { title: string; text: ReactNode };
}) {
  const { id } = useOrganization();
  const input = { query: { organization_id: [id] } } as object;
  const actions = <CurlButton<AnyContract> operation={table.operation} input={input} />;
  return <ResourceTable {...table} firstRun={{ ...firstRun, actions }} />;
}

interface ListOptions<Example> {
  /** Shown while there is none: what will be listed. */
  firstRun: { title: string; text: ReactNode };
  /** The body of the call that creates one, to be copied then. */
  example: (organizationId: string) => Example;
}

interface ListOperations<Row, Body extends z.ZodType> {
  list: ListContract<Row>;
  export: AnyContract;
  create: Contract<z.ZodObject, z.ZodObject, Body>;
  /** Of rows whose form is a page of its own. */
  update?: AnyContract;
}

/** The page of a list whose rows the seller creates. */
export function listPage<
  Row extends { id: string },
  Name extends string,
  Body extends z.ZodType,
  const Example extends z.input<Body>,
>(
  of: Presentation<Row, Name>,
  operations: ListOperations<Row, Body>,
  {
    filters = [],
    ...options
  }: ListOptions<Example> & { filters?: readonly FieldFilter<NoInfer<Name>>[] },
) {
  const shownFilters = filtersOf(of, filters);
  return () => <ResourceList {...options} of={of} operations={operations} filters={shownFilters} />;
}

function ResourceList<
  Row extends { id: string },
  Body extends z.ZodType,
  Example extends z.input<Body>,
>({
  of,
  operations,
  filters,
  firstRun,
  example,
}: ListOptions<Example> & {
  of: Presentation<Row>;
  operations: ListOperations<Row, Body>;
  filters: readonly Filter[];
}) {
  const { id } = useOrganization();
  const create = useCreateLink(of.section, of.words.new, operations.create);
  return (
    <ListPage title={of.words.title} actions={create}>
      <ResourceTable
        of={of}
        operation={operations.list}
        update={operations.update}
        exportOperation={operations.export}
        filters={filters}
        firstRun={{
          ...firstRun,
          actions: (
            <>
              {create}
              <CurlButton operation={operations.create} input={{ body: example(id) }} />
            </>
          ),
        }}
      />
    </ListPage>
  );
}
