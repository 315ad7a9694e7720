import { type Query, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiFailure } from '@/lib/client/client';
import { query, send, shows } from '@/lib/client/queries';
import type { AnyOperation, ContractInput, ContractOutput } from '@/lib/contract/contract';
import { resourcesChangedBy } from '@/lib/contract/embedded';

const RUNNING_POLL_MS = 1000;

/**
 * Work in the background, read each second while it runs; once it has ended, what `command` changes is loaded again.
 *
 * @param begun the work as it was answered at first
 * @param command what has begun it
 */
export function useRunning<C extends AnyOperation>(
  operation: C,
  input: ContractInput<C>,
  {
    begun,
    command,
    isRunning,
  }: {
    begun: ContractOutput<C>;
    command: AnyOperation;
    isRunning: (work: ContractOutput<C>) => boolean;
  },
) {
  const client = useQueryClient();
  const changed = resourcesChangedBy(command);
  return useQuery<ContractOutput<C>, ApiFailure>({
    ...query(operation, input),
    queryFn: async ({ signal }) => {
      const work = await send(operation, input, { signal });
      // Not itself, which would begin anew.
      const isShown = (asked: Query) => shows(asked, changed) && asked.queryKey[1] !== operation.id;
      if (!isRunning(work)) void client.invalidateQueries({ predicate: isShown });
      return work;
    },
    initialData: begun,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isRunning(data as ContractOutput<C>) && RUNNING_POLL_MS,
  });
}
