import { dehydrate, QueryClient, type QueryKey } from '@tanstack/react-query';
import { headers } from 'next/headers';
import { cache, type ReactNode } from 'react';
import type { z } from 'zod';
import { GET as getMeHandler } from '@/app/v1/me/route';
import type { ListContract } from '@/components/entity-picker/list-contract';
import { SellerHydration } from '@/components/session/seller-hydration';
import { callHandler } from '@/lib/api/call-handler';
import type { RouteHandler } from '@/lib/api/implement';
import type { EndedCall } from '@/lib/client/call-log';
import { describeRequest } from '@/lib/client/client';
import { queryKeyOf } from '@/lib/client/query-key';
import { withVersion } from '@/lib/client/versions';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import { listPageQuery, readListSearch, type Search } from '@/lib/contract/search';
import { getMe } from '@/lib/resources/identity/contract';
import { publicUrl } from '@/lib/runtime/env';

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
  const started = performance.now();
  const call: EndedCall = {
    request: describeRequest(operation, input, publicUrl()),
    status: 0,
    duration: null,
    requestId: null,
  };
  const note = ({ status, headers }: Response) => {
    call.status = status;
    call.duration = Math.round(performance.now() - started);
    call.requestId = headers.get('X-Request-Id');
  };
  const answer = callHandler(operation, handler, input, pageHeaders, note);
  return answer.then(
    (data) => ({ data, call }),
    () => undefined,
  );
}

/** Who is signed in; asked once for a page and its layout. */
const findMe = cache(() => answerOf({ operation: getMe, handler: getMeHandler, input: {} }));

/** The id of one of the seller's organizations. */
async function findOrganizationId(slug: string): Promise<string | undefined> {
  return (await findMe())?.data.organizations.find((own) => own.slug === slug)?.id;
}

/** Hydrates the seller, who stands in every page's frame. */
export async function PrefetchMe({ children }: { children: ReactNode }) {
  return (
    <Hydration queryKey={queryKeyOf(getMe, {})} answer={await findMe()}>
      {children}
    </Hydration>
  );
}

/** Hydrates the answer of a query; null where the page has none to prefetch. */
async function Prefetch<C extends AnyContract>({
  query,
  children,
}: {
  query: Query<C> | null;
  children: ReactNode;
}) {
  const queryKey = query ? queryKeyOf(query.operation, query.input) : [];
  const answer = query ? await answerOf(query) : undefined;
  return (
    <Hydration queryKey={queryKey} answer={answer}>
      {children}
    </Hydration>
  );
}

/** Hydrates a cache that holds one answer. */
function Hydration({
  queryKey,
  answer,
  children,
}: {
  queryKey: QueryKey;
  answer: { data: unknown; call: EndedCall } | undefined;
  children: ReactNode;
}) {
  const client = new QueryClient();
  if (answer) client.setQueryData(queryKey, answer.data);
  const state = answer && dehydrate(client, { serializeData: withVersion });
  return (
    <SellerHydration state={state} call={answer?.call}>
      {children}
    </SellerHydration>
  );
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
