import {
  type InfiniteData,
  infiniteQueryOptions,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { logCall } from '@/lib/client/call-log';
import {
  ApiFailure,
  type CallOptions,
  type CommandInput,
  call,
  takesIdempotencyKey,
} from '@/lib/client/client';
import { queryKeyOf } from '@/lib/client/query-key';
import { confirmationGate, noteSession, requestSignIn } from '@/lib/client/session-gate';
import { rememberVersion, shareVersioned } from '@/lib/client/versions';
import type { AnyOperation, ContractInput, ContractOutput } from '@/lib/contract/contract';
import { resourcesChangedBy, resourcesShownBy } from '@/lib/contract/embedded';
import type { ListOperation } from '@/lib/contract/list-operation';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The tags of the resources that the answer shows. */
      shows?: readonly string[];
    };
  }
}

/**
 * The cache of one browser tab. `onRefusal` is called when an answer shows that something is not the caller's, or no
 * longer (403, 404), and when a customer's session is over (401); a seller's is waited for.
 */
export function createQueryClient(onRefusal?: (failure: ApiFailure) => void): QueryClient {
  const noteRefusal = (error: Error) => {
    if (error instanceof ApiFailure && [401, 403, 404].includes(error.status)) onRefusal?.(error);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: noteRefusal }),
    mutationCache: new MutationCache({ onError: noteRefusal }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        gcTime: 15 * 60_000,
        // Without a connection a call fails at once; the default would pause it without a message.
        networkMode: 'always',
        retry: (count, error) => count < 1 && isResultUnknown(error),
        retryDelay: 600,
        structuralSharing: shareVersioned,
      },
      hydrate: { deserializeData: rememberVersion },
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * Whether the result of a call is unknown: no response, a server error, or the first attempt is still
 * running.
 */
export function isResultUnknown(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false;
  return error.status === 0 || error.status >= 500 || error.error === 'IdempotencyInFlight';
}

/**
 * Query options of an operation, for `useQuery`, `prefetchQuery` and `setQueryData`. Calls of a customer
 * carry his session's token.
 */
export function query<C extends AnyOperation>(
  operation: C,
  input: ContractInput<C> = {},
  { token }: { token?: string } = {},
) {
  return queryOptions<ContractOutput<C>, ApiFailure>({
    queryKey: [...queryKeyOf(operation, input), ...(token ? [token] : [])],
    queryFn: ({ signal }) => send(operation, input, { signal, ...(token ? { token } : {}) }),
    meta: { shows: resourcesShownBy(operation) },
  });
}

/** Query options of a list, page after page, for `useInfiniteQuery`. */
export function pagesQuery<C extends ListOperation<unknown>>(
  operation: C,
  /** Its query, without the page. */
  filter: object,
  { token }: { token: string },
) {
  type Page = ContractOutput<C>;
  return infiniteQueryOptions<Page, ApiFailure, InfiniteData<Page, number>, QueryKey, number>({
    queryKey: [...queryKeyOf(operation, { query: filter } as ContractInput<C>), 'pages', token],
    queryFn: ({ pageParam, signal }) => {
      const input = { query: { ...filter, page: pageParam } } as ContractInput<C>;
      return send(operation, input, { signal, token });
    },
    initialPageParam: 1,
    getNextPageParam: ({ pagination }, pages) =>
      pages.length < pagination.max_page ? pages.length + 1 : undefined,
    meta: { shows: resourcesShownBy(operation) },
  });
}

/** The options of a command. */
type CommandOptions<C extends AnyOperation> = Pick<
  UseMutationOptions<ContractOutput<C>, ApiFailure, CommandInput<C>>,
  'onSuccess' | 'onError'
> & {
  /** Of a customer's session. */
  token?: string | undefined;
};

/**
 * A mutation hook: `mutate(input)` or `await mutateAsync(input)`, which throws {@link ApiFailure}. Each
 * submission has its own `Idempotency-Key`, which is sent again when the result is unknown. Afterwards the
 * queries are invalidated that show what the operation changes, by its contract: those of its own tag, and
 * those whose answers embed its objects.
 */
export function useCommand<C extends AnyOperation>(operation: C, options: CommandOptions<C> = {}) {
  const client = useQueryClient();
  const lost = useRef<{ key: string; payload: string }>(null);
  return useMutation<ContractOutput<C>, ApiFailure, CommandInput<C>>({
    ...options,
    mutationKey: [operation.tag, operation.id],
    mutationFn: async (input) => {
      const payload = JSON.stringify(input);
      const key = lost.current?.payload === payload ? lost.current.key : newIdempotencyKey();
      lost.current = { key, payload };
      try {
        return await sendWithRetry(operation, input, key, options.token);
      } catch (error) {
        if (!isResultUnknown(error)) lost.current = null;
        throw error;
      }
    },
    onSuccess: async (...given) => {
      lost.current = null;
      void invalidateChanges(client, operation, given[1]);
      await options.onSuccess?.(...given);
    },
  });
}

/**
 * A function that loads again what an operation changes: for a refusal that leaves something behind, such
 * as the attempt of a declined payment, or that shows that the page is out of date. As `onError` of a command it
 * is awaited, so that the next try starts from what is there.
 */
export function useRefresh(operation: AnyOperation): () => Promise<void> {
  const client = useQueryClient();
  return () => invalidateChanges(client, operation);
}

/**
 * Loads again what shows objects that an operation changes. Queries of an object that it has deleted, by `input`,
 * are not sent while its page is still open, because the answer would be 404.
 */
export async function invalidateChanges<C extends AnyOperation>(
  client: QueryClient,
  operation: C,
  input?: ContractInput<C>,
): Promise<void> {
  const changed = resourcesChangedBy(operation);
  const deletes = operation.method === 'DELETE' && operation.response === undefined;
  const deleted = deletes ? Object.entries(input?.params ?? {}) : [];
  const isDeleted = ({ queryKey: [, , asked] }: Query) => {
    const { params = {} } = (asked ?? {}) as { params?: Record<string, unknown> };
    return deleted.length > 0 && deleted.every(([name, value]) => params[name] === value);
  };
  await Promise.all([
    client.invalidateQueries({ predicate: isDeleted, refetchType: 'none' }),
    client.invalidateQueries({ predicate: (asked) => shows(asked, changed) && !isDeleted(asked) }),
  ]);
}

/**
 * Loads again what shows objects of these resources, as somebody else has changed them. What a command of this page has
 * left unsent, because it would be 404, stays so.
 */
export async function invalidateShown(client: QueryClient, tags: readonly string[]): Promise<void> {
  const isLeft = ({ state }: Query) => state.isInvalidated && state.fetchStatus === 'idle';
  // Before they are invalidated, which all are then.
  const stale = new Set(
    client.getQueryCache().findAll({ predicate: (asked) => shows(asked, tags) && !isLeft(asked) }),
  );
  await client.invalidateQueries({ predicate: (asked) => stale.has(asked) });
}

/** Whether a query's answer shows objects of one of these resources. */
export function shows({ meta, queryKey: [tag] }: Query, tags: readonly string[]): boolean {
  return (meta?.shows ?? [String(tag)]).some((shown) => tags.includes(shown));
}

/**
 * Calls a command, and once more where the result is unknown. The idempotency key makes that safe; only `/v1`
 * takes one. Throws {@link ApiFailure}.
 */
export async function sendWithRetry<C extends AnyOperation>(
  operation: C,
  { ifMatch, ...input }: CommandInput<C>,
  key: string,
  token?: string,
) {
  const isSafe = takesIdempotencyKey(operation);
  const options = { ...(isSafe && { idempotencyKey: key, ifMatch }), ...(token && { token }) };
  try {
    return await send(operation, input, options);
  } catch (error) {
    if (!isSafe || !isResultUnknown(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, 600));
    return send(operation, input, options);
  }
}

/**
 * Calls the operation; where the session has ended, or is to be confirmed first, waits for a dialog over the page and
 * repeats the call.
 */
export async function send<C extends AnyOperation>(
  operation: C,
  input: ContractInput<C>,
  options: CallOptions,
): Promise<ContractOutput<C>> {
  for (;;) {
    const noteAnswer = logCall(operation, { ...input, ifMatch: options.ifMatch });
    try {
      const answer = await call(operation, input, { ...options, onResponse: noteAnswer });
      if (operation.auth === 'seller') noteSession();
      return answer;
    } catch (error) {
      noteAnswer(null);
      if (!(error instanceof ApiFailure)) throw error;
      if (operation.auth === 'seller' && error.status === 401) await requestSignIn();
      else if (error.body.code !== 'step_up_required' || !(await confirmationGate.wait())) {
        throw error;
      }
    }
  }
}

/** `crypto.randomUUID` is missing where a page is not served over https. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
