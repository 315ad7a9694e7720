import { dehydrate, QueryClient, type QueryKey } from '@tanstack/react-query';
import { headers } from 'next/headers';
import { cache, type ReactNode } from 'react';
import type { z } from 'zod';
import { GET as getMeHandler } from '@/app/v1/me/route';
import { SellerHydration } from '@/components/session/seller-hydration';
import { callHandler } from '@/lib/api/call-handler';
import type { RouteHandler } from '@/lib/api/implement';
import type { EndedCall } from '@/lib/client/call-log';
import { describeRequest } from '@/lib/client/client';
import { queryKeyOf } from '@/lib/client/query-key';
import { withVersion } from '@/lib/client/versions';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import type { ListContract } from '@/lib/contract/list-operation';
import {
  countsQuery,
  listPageQuery,
  partQuery,
  readListSearch,
  type Search,
} from '@/lib/contract/search';
import { getMe } from '@/lib/resources/me/contract';
import type { Me } from '@/lib/resources/me/schema';
import { publicUrl } from '@/lib/runtime/env';

// Answers that a page arrives with: the operations are called on the server, for the session of the
// page's request, and the browser's queries find their answers (docs/decisions/prefetch.md).

export interface Query<C extends AnyContract = AnyContract> {
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

/** Who is signed in, undefined where nobody is; asked once for a page and its layout. */
export const findMe = cache(() => answerOf({ operation: getMe, handler: getMeHandler, input: {} }));

type Organization = Me['organizations'][number];

/** One of the seller's organizations. */
async function findOrganization(slug: string): Promise<Organization | undefined> {
  return (await findMe())?.data.organizations.find((own) => own.slug === slug);
}

/** Hydrates the seller, who stands in every page's frame. */
export async function PrefetchMe({ children }: { children: ReactNode }) {
  return <Hydration answers={[[queryKeyOf(getMe, {}), await findMe()]]}>{children}</Hydration>;
}

/** Hydrates the answers of queries, which are asked at once. */
async function Prefetch({ queries, children }: { queries: readonly Query[]; children: ReactNode }) {
  const answers = queries.map(
    async (query) => [queryKeyOf(query.operation, query.input), await answerOf(query)] as const,
  );
  return <Hydration answers={await Promise.all(answers)}>{children}</Hydration>;
}

/** Hydrates a cache that holds the answers that there are. */
function Hydration({
  answers,
  children,
}: {
  answers: readonly (readonly [key: QueryKey, answer: Awaited<ReturnType<typeof answerOf>>])[];
  children: ReactNode;
}) {
  const client = new QueryClient();
  const calls: EndedCall[] = [];
  for (const [key, answer] of answers) {
    if (!answer) continue;
    client.setQueryData(key, answer.data);
    calls.push(answer.call);
  }
  const state = calls.length > 0 ? dehydrate(client, { serializeData: withVersion }) : undefined;
  return (
    <SellerHydration state={state} calls={calls}>
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
  const input = { query: listPageQuery(search, { routeQuery: {} }) };
  return <Prefetch queries={[{ operation, handler, input }]}>{children}</Prefetch>;
}

/** Hydrates the rows that a list page of an organization shows at its address. */
export async function PrefetchOrganizationList<Row>({
  operation,
  handler,
  searchParams,
  initialSorting,
  counts,
  ...props
}: PrefetchListProps<Row> &
  Pick<OrganizationPageProps, 'params'> & {
    /** The numbers of the page's tabs by status, and of the `part` that they name beside. */
    counts?: Pick<Query, 'operation' | 'handler'> & { part?: Search };
    /** The same as the page's table is given. */
    initialSorting?: readonly string[];
  }) {
  const search = await searchOf(operation, searchParams);
  return (
    <PrefetchInOrganization
      {...props}
      queriesFor={({ id }) => {
        const query = listPageQuery(search, {
          routeQuery: { organization_id: [id] },
          initialSorting,
        });
        const part = counts?.part && partQuery(query, counts.part, 'status');
        const ofTabs = counts ? [countsQuery(query, 'status'), ...(part ? [part] : [])] : [];
        return [
          { operation, handler, input: { query } },
          ...ofTabs.flatMap((asked) => (counts ? [{ ...counts, input: { query: asked } }] : [])),
        ];
      }}
    />
  );
}

/** Hydrates the answers of the queries that a page of an organization begins with. */
export async function PrefetchInOrganization({
  params,
  queriesFor,
  children,
}: Pick<OrganizationPageProps, 'params'> & {
  queriesFor: (organization: Organization) => readonly Query[];
  children: ReactNode;
}) {
  const organization = await findOrganization((await params).organization);
  return <Prefetch queries={organization ? queriesFor(organization) : []}>{children}</Prefetch>;
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
