'use client';

import {
  QueryClientProvider,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, type ReactNode, use, useState } from 'react';
import type { PortalSession } from '@/components/hosted-checkout/portal-session';
import { endSession } from '@/components/portal/session';
import { ToastStack } from '@/components/ui/toast-stack';
import { createQueryClient, pagesQuery, query, useCommand } from '@/lib/client/queries';
import type { AnyOperation, ContractInput, ContractOutput } from '@/lib/contract/contract';
import type { ListOperation } from '@/lib/contract/list-operation';
import type { PortalSeller } from '@/lib/resources/portal';

const SellerContext = createContext<PortalSeller | null>(null);
const SessionContext = createContext<PortalSession | null>(null);

/** The seller's portal: what its pages share. A session that the server has ended is forgotten. */
export function PortalProviders({
  seller,
  children,
}: {
  seller: PortalSeller;
  children: ReactNode;
}) {
  const [client] = useState(() =>
    createQueryClient(({ status }) => {
      if (status === 401) endSession(seller.slug);
    }),
  );
  return (
    <SellerContext value={seller}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
      <ToastStack />
    </SellerContext>
  );
}

export function SignedIn({ session, children }: { session: PortalSession; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSeller(): PortalSeller {
  const seller = use(SellerContext);
  if (!seller) throw new Error('This is shown in a portal alone');
  return seller;
}

/** The session of the signed-in customer. */
export function useSession(): PortalSession {
  const session = use(SessionContext);
  if (!session) throw new Error('This is shown to a signed-in customer alone');
  return session;
}

/** Whether the customer may change what the portal shows: not with the session of a confirmation. */
export function useMayChange(): boolean {
  return !useSession().isBound;
}

/** The path of a page of the portal. */
export function usePortalPath(): (path?: string) => string {
  const { slug } = useSeller();
  return (path) => (path === undefined ? `/portal/${slug}` : `/portal/${slug}/${path}`);
}

/** A query of the signed-in customer. */
export function useOwn<C extends AnyOperation>(
  operation: C,
  input: ContractInput<C> = {},
  { enabled = true } = {},
) {
  const { token } = useSession();
  return useQuery({ ...query(operation, input, { token }), enabled });
}

/** How many rows of a list are shown at first, and added at a time. */
const PAGE = 20;

/** A list of the signed-in customer, as far as it is loaded. */
export interface OwnPages<Row> {
  data: Row[] | undefined;
  /** How many there are in all. */
  total: number;
  /** There are more than a page holds. */
  isPaged: boolean;
  /** None was added to the first page. */
  isFirstPage: boolean;
  error: Error | null;
  isLoading: boolean;
  isFetching: boolean;
  refetch: () => unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** A list of the signed-in customer, page after page. */
export function useOwnPages<C extends ListOperation<{ id: string }>>(
  operation: C,
  filter?: ContractInput<C>['query'],
  { limit = PAGE, enabled = true } = {},
): OwnPages<ContractOutput<C>['items'][number]> {
  const { token } = useSession();
  const pages = useInfiniteQuery({
    ...pagesQuery(operation, { ...filter, limit }, { token }),
    enabled,
  });
  const total = pages.data?.pages.at(-1)?.pagination.total_count ?? 0;
  const loaded = pages.data?.pages.flatMap(({ items }) => items);
  return {
    ...pages,
    // A row that was added since the first page was loaded repeats one of it on the next.
    data: loaded && [...new Map(loaded.map((row) => [row.id, row])).values()],
    total,
    isPaged: total > limit,
    isFirstPage: (pages.data?.pages.length ?? 0) <= 1,
  };
}

/** Loads what the page shows again; done when that has arrived. */
export function useReload(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.refetchQueries({ type: 'active' });
}

/** A command of the signed-in customer; it is done when the page shows what it has changed. */
export function useOwnCommand<C extends AnyOperation>(operation: C) {
  return useCommand(operation, { token: useSession().token, onSuccess: useReload() });
}
