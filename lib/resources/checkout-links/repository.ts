import type { QueryOf } from '@/lib/contract/contract';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, sql } from '@/lib/database/connection/sql';
import {
  createdFilter,
  idFilter,
  type ListDefinition,
  required,
  searchFilter,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { crud } from '@/lib/database/rows/crud';
import { jsonBytesOf } from '@/lib/database/rows/mapping';
import type { exportCheckoutLinks } from '@/lib/resources/checkout-links/contract';
import type { CheckoutLinkSort } from '@/lib/resources/checkout-links/schema';
import { BYTES_OF_PRODUCT, PRODUCT_INCLUDE } from '@/lib/resources/products/relations';

const LIST: ListDefinition<CheckoutLinkSort> = {
  table: 'checkout_links',
  bytes: sql`${BYTES_OF_PRODUCT} + ${raw(jsonBytesOf('t', 'CheckoutLink'))}`,
  sorts: { created_at: required(sql`t.created_at`) },
};

/** A link with what it prints of other resources. */
export type CheckoutLinkRow = Awaited<ReturnType<typeof load>>[number];

/** The scope's checkout links. */
export function list(scope: Scope, request: QueryOf<typeof exportCheckoutLinks>) {
  const conditions = [
    idFilter('t.product_id', request.product_id),
    idFilter('t.discount_id', request.discount_id),
    searchFilter(['t.label'], request.query),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, (ids) => load(scope, ids));
}

/** Null where there is none in the scope. */
export async function find(scope: Scope, id: string): Promise<CheckoutLinkRow | null> {
  const [row] = await load(scope, [id]);
  return row ?? null;
}

/** What a visitor of a link is offered, without the numbers of its checkouts; null where there is none in the scope. */
export function findOffer(scope: Scope, id: string) {
  return db(scope).checkoutLink.findUnique({
    where: { id },
    include: {
      product: {
        select: {
          name: true,
          organization: {
            select: {
              name: true,
              slug: true,
              email: true,
              avatarUrl: true,
              isSandbox: true,
              deletionScheduledAt: true,
            },
          },
        },
      },
    },
  });
}

export const { create, update, remove } = crud('CheckoutLink');

async function load(scope: Scope, ids: readonly string[]) {
  const rows = await db(scope).checkoutLink.findMany({
    where: { id: { in: [...ids] } },
    include: { product: { include: PRODUCT_INCLUDE }, productPrice: true, discount: true },
  });
  const counts = await countCheckouts(scope, ids);
  return rows.map((row) => ({ ...row, counts: counts.get(row.id) ?? { all: 0, succeeded: 0 } }));
}

/** The numbers of checkouts that were opened by these links; a link without any is left out. */
async function countCheckouts(scope: Scope, ids: readonly string[]) {
  const found = await execute<{ id: string; all: number; succeeded: number }>(
    scope,
    sql`SELECT t.checkout_link_id AS id, count(*)::int AS "all",
               (count(*) FILTER (WHERE t.status = 'succeeded'))::int AS succeeded
        FROM checkouts t
        WHERE ${tenant(scope, 't')} AND t.checkout_link_id = ANY(${[...ids]}::uuid[])
        GROUP BY t.checkout_link_id`,
  );
  return new Map(found.map(({ id, ...counts }) => [id, counts]));
}
