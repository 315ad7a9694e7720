import type { Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/product-locks/repository';

export type { Part } from '@/lib/resources/product-locks/repository';

/**
 * Locks the products that show these benefits, files or custom fields until the transaction ends. Whoever
 * changes a product locks it first and its parts then. Whoever changes a part, which gives its products
 * another version, calls this before locking the part: the other order would deadlock with the former.
 */
export function lockProductsUsing(
  scope: Scope,
  part: repository.Part,
  ids: readonly string[],
): Promise<void> {
  return repository.lockProducts(scope, part, ids);
}

/** The ids of the products that show one of these benefits, files or custom fields, as a statement. */
export const productsShowing = repository.productsShowing;
