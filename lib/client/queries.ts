import {
  QueryClient,
  type QueryKey,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiFailure, call } from '@/lib/client/client';
import { askToSignIn, sessionSeen } from '@/lib/client/session-gate';
import type { AnyOperation, ContractInput, ContractOutput } from '@/lib/contract/contract';
import { resourcesChangedBy, resourcesShownBy } from '@/lib/contract/embedded';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The tags of the resources that the answer shows. */
      shows?: readonly string[];
    };
  }
}

/** The cache of one browser tab. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        gcTime: 15 * 60_000,
        // Without a connection a call fails at once and says so, instead of waiting unseen.
        networkMode: 'always',
        retry: (count, error) => count < 1 && isLost(error),
        retryDelay: 600,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Whether nobody knows what became of a call: no answer, a fault, or the first try is still running. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false;
  return error.status === 0 || error.status >= 500 || error.error === 'IdempotencyInFlight';
}

/** The key under which answers of an operation are kept: its tag, its id, what was asked. */
export function queryKeyOf<C extends AnyOperation>(
  operation: C,
  input?: ContractInput<C>,
): QueryKey {
  return input === undefined ? [operation.tag, operation.id] : [operation.tag, operation.id, input];
}

/**
 * Query options of an operation, for `useQuery`, `prefetchQuery` and `setQueryData`. A buyer's calls
 * carry the token of his session.
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

/** What a command may be told beside its operation. */
type CommandOptions<C extends AnyOperation> = Pick<
  UseMutationOptions<ContractOutput<C>, ApiFailure, ContractInput<C>>,
  'onSuccess' | 'onError'
>;

/**
 * A command hook: `mutate(input)` or `await mutateAsync(input)`, which throws {@link ApiFailure}.
 * Each submission carries an `Idempotency-Key` of its own; the same submission sent again after a lost
 * answer carries the same one. Afterwards every answer is asked again that shows what the operation
 * changes, by its contract: of its own tag, or embedding objects of it.
 */
export function useCommand<C extends AnyOperation>(operation: C, options: CommandOptions<C> = {}) {
  const client = useQueryClient();
  const lost = useRef<{ key: string; payload: string }>(null);
  return useMutation<ContractOutput<C>, ApiFailure, ContractInput<C>>({
    ...options,
    mutationKey: [operation.tag, operation.id],
    mutationFn: async (input) => {
      const payload = JSON.stringify(input);
      const key = lost.current?.payload === payload ? lost.current.key : mintKey();
      lost.current = { key, payload };
      try {
        return await sendTwice(operation, input, key);
      } catch (error) {
        if (!isLost(error)) lost.current = null;
        throw error;
      }
    },
    onSuccess: async (...given) => {
      lost.current = null;
      const changed = resourcesChangedBy(operation);
      void client.invalidateQueries({
        predicate: ({ meta, queryKey: [tag] }) =>
          (meta?.shows ?? [String(tag)]).some((shown) => changed.includes(shown)),
      });
      await options.onSuccess?.(...given);
    },
  });
}

/** A lost answer is asked for once more by itself: the key makes that safe, which `/v1` alone knows. */
async function sendTwice<C extends AnyOperation>(
  operation: C,
  input: ContractInput<C>,
  key: string,
) {
  const isSafe = operation.path.startsWith('/v1/');
  const options = isSafe ? { idempotencyKey: key } : {};
  try {
    return await send(operation, input, options);
  } catch (error) {
    if (!isSafe || !isLost(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, 600));
    return send(operation, input, options);
  }
}

/** Calls the operation; where the session is over, signs in over the page and repeats. */
async function send<C extends AnyOperation>(
  operation: C,
  input: ContractInput<C>,
  options: { signal?: AbortSignal; idempotencyKey?: string; token?: string },
): Promise<ContractOutput<C>> {
  for (;;) {
    try {
      const answer = await call(operation, input, options);
      if (operation.auth === 'seller') sessionSeen();
      return answer;
    } catch (error) {
      const isOver =
        operation.auth === 'seller' && error instanceof ApiFailure && error.status === 401;
      if (!isOver) throw error;
      await askToSignIn();
    }
  }
}

/** `crypto.randomUUID` is missing where a page is not served over https. */
function mintKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
