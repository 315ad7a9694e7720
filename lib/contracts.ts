import type { AnyContract } from '@/lib/api/contract';
import * as customFields from '@/lib/custom-fields/contract';

/** Every operation of the product: what the OpenAPI document, the server and the tests walk. */
export const contracts: readonly AnyContract[] = [customFields].flatMap(
  (operations) => Object.values(operations) as unknown as AnyContract[],
);
