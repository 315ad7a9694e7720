import { type DehydratedState, dehydrate, QueryClient, type QueryKey } from '@tanstack/react-query';
import { headers } from 'next/headers';
import { cache, type ReactNode } from 'react';
import type { z } from 'zod';
import { GET as getMeHandler } from '@/app/v1/me/route';
import type { ListContract } from '@/components/entity-picker/list-contract';
import { SellerHydration } from '@/components/session/seller-hydration';
import { callHandler } from '@/lib/api/call-handler';
import type { RouteHandler } from '@/lib/api/implement';
import { queryKeyOf } from '@/lib/client/query-key';
import { withVersion } from '@/lib/client/versions';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import { listPageQuery, readListSearch, type Search } from '@/lib/contract/search';
import { getMe } from '@/lib/resources/identity/contract';

// Answers that a page arrives with: the operations are called on the server, for the session of the
// page's request, and the browser's queries find their answers (docs/decisions/prefetch.md).

interface Query<C extends AnyContract = AnyContract> {
  operation: C;
  /** The `GET` of the operation's route. */
  handler: RouteHandler;
  input: ContractInput<C>;
}

/**
 * Calls an operation for the page's request. Undefined where it is not a success, which the page's own
 * call then deals with, and where a page that is open already asks for its next frame, whose rows the
 * browser loads by itself.
 */
async function answerOf<C extends AnyContract>({ operation, handler, input }: Query<C>) {
  const pageHeaders = await headers();
  if (!pageHeaders.get('accept')?.includes('text/html')) return undefined;
  return callHandler(operation, handler, input, pageHeaders).catch(() => undefined);
}

/** Who is signed in; asked once for a page and its layout. */
const findMe = cache(() => answerOf({ operation: getMe, handler: getMeHandler, input: {} }));

/** The id of one of the seller's organizations. */
async function findOrganizationId(slug: string): Promise<string | undefined> {
  return (await findMe())?.organizations.find((own) => own.slug === slug)?.id;
}

/** Hydrates the seller, who stands in every page's frame. */
export async function PrefetchMe({ children }: { children: ReactNode }) {
  const state = dehydrated(queryKeyOf(getMe, {}), await findMe());
  return <SellerHydration state={state}>{children}</SellerHydration>;
}

/** Hydrates the answer of a query; null where the page has none to prefetch. */
async function Prefetch<C extends AnyContract>({
  query,
  children,
}: {
  query: Query<C> | null;
  children: ReactNode;
}) {
  const state =
    query && dehydrated(queryKeyOf(query.operation, query.input), await answerOf(query));
  return <SellerHydration state={state ?? undefined}>{children}</SellerHydration>;
}

/** A cache that holds one answer; undefined without the answer. */
function dehydrated(key: QueryKey, answer: unknown): DehydratedState | undefined {
  if (answer === undefined) return undefined;
  const client = new QueryClient();
  client.setQueryData(key, answer);
  return dehydrate(client, { serializeData: withVersion });
}

/** What Next passes to the page of an organization. */
export interface OrganizationPageProps {
  params: Promise<{ organization: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

interface PrefetchListProps<Row> {
  operation: ListContract<Row>;
  handler: RouteHandler;
  searchParams: OrganizationPageProps['searchParams'];
  children: ReactNode;
}

/** Hydrates the rows that a list page shows at its address. */
export async function PrefetchList<Row>({
  operation,
  handler,
  searchParams,
  children,
}: PrefetchListProps<Row>) {
  const search = await searchOf(operation, searchParams);
  const input = { query: listPageQuery(search, { scope: {} }) };
  return <Prefetch query={{ operation, handler, input }}>{children}</Prefetch>;
}

/** Hydrates the rows that a list page of an organization shows at its address. */
export async function PrefetchOrganizationList<Row>({
  operation,
  searchParams,
  initialSorting,
  ...props
}: PrefetchListProps<Row> &
  Pick<OrganizationPageProps, 'params'> & {
    /** The same as the page's table is given. */
    initialSorting?: readonly string[];
  }) {
  const search = await searchOf(operation, searchParams);
  return (
    <PrefetchInOrganization
      {...props}
      operation={operation}
      inputFor={(id) => ({
        query: listPageQuery(search, { scope: { organization_id: [id] }, initialSorting }),
      })}
    />
  );
}

/** Hydrates the answer of a query that a page of an organization begins with. */
export async function PrefetchInOrganization<C extends AnyContract>({
  params,
  operation,
  handler,
  inputFor,
  children,
}: Pick<OrganizationPageProps, 'params'> & {
  operation: C;
  handler: RouteHandler;
  /** The input for the organization of an id. */
  inputFor: (organizationId: string) => ContractInput<C>;
  children: ReactNode;
}) {
  const id = await findOrganizationId((await params).organization);
  const query = id === undefined ? null : { operation, handler, input: inputFor(id) };
  return <Prefetch query={query}>{children}</Prefetch>;
}

async function searchOf<Row>(
  operation: ListContract<Row>,
  searchParams: OrganizationPageProps['searchParams'],
): Promise<Search> {
  const entries = Object.entries(await searchParams).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, one]),
  );
  return readListSearch(operation.query as z.ZodObject, new URLSearchParams(entries));
}
