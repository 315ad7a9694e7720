import type { QueryKey } from '@tanstack/react-query';
import type { AnyOperation, ContractInput } from '@/lib/contract/contract';

/**
 * The key under which answers of an operation are kept: its tag, its id, what was asked. The same on
 * the server, whose prefetched answers the browser finds under it.
 */
export function queryKeyOf<C extends AnyOperation>(
  operation: C,
  input?: ContractInput<C>,
): QueryKey {
  return input === undefined ? [operation.tag, operation.id] : [operation.tag, operation.id, input];
}
