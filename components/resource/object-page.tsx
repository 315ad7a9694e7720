import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { HEADING } from '@/components/resource/new-page';
import type { Presentation } from '@/components/resource/presentation';
import { useOrganizationPath } from '@/components/session/organization';
import { DetailPage } from '@/components/shell/page';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { query } from '@/lib/client/queries';
import type { Contract } from '@/lib/contract/contract';

/** The operation that answers one of a resource by its id. */
export type Read<Row> = Contract<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType<Row>>;

/** The page of one object, below its list. */
export function ObjectPage<Row>({
  of,
  read,
  id,
  poll,
  children,
}: {
  of: Presentation<Row>;
  read: Read<Row>;
  id: string;
  /** After how many milliseconds it is loaded again; false for never. */
  poll?: (row: Row) => number | false;
  children: (row: Row) => ReactNode;
}) {
  const path = useOrganizationPath();
  const { name, tab = name, words, section } = of;
  const object = useQuery({
    ...query(read, { params: { id } }),
    refetchInterval: ({ state }) => (state.data !== undefined && poll?.(state.data)) || false,
  });
  return (
    <DetailPage
      crumbs={[{ label: words.title, href: path(section) }]}
      current={object.data === undefined ? words.one : name(object.data)}
      isKnown={object.data !== undefined}
      tab={object.data === undefined ? words.one : tab(object.data)}
    >
      <QueryBoundary query={object} what={words.this}>
        {children}
      </QueryBoundary>
    </DetailPage>
  );
}

/** The page of the form of an object, below its own page. */
export function EditPage<Row extends { id: string }>({
  of,
  read,
  id,
  narrow = false,
  children,
}: {
  of: Presentation<Row>;
  read: Read<Row>;
  id: string;
  /** As wide as the form: nothing stands beside it. */
  narrow?: boolean;
  children: (row: Row) => ReactNode;
}) {
  const path = useOrganizationPath();
  const object = useQuery(query(read, { params: { id } }));
  const name = object.data === undefined ? of.words.one : of.name(object.data);
  return (
    <DetailPage
      narrow={narrow}
      crumbs={[
        { label: of.words.title, href: path(of.section) },
        { label: name, href: path(`${of.section}/${id}`) },
      ]}
      isKnown={object.data !== undefined}
      current={of.words.editing}
      tab={of.words.edit(name)}
    >
      <QueryBoundary query={object} what={of.words.this}>
        {(found) => (
          <>
            <h1 className={HEADING}>{of.words.edit(of.name(found))}</h1>
            {children(found)}
          </>
        )}
      </QueryBoundary>
    </DetailPage>
  );
}
