import type { OpenTransaction, TransactionClient } from '@/lib/database/connection/client';

/** Who acts: shown on events, and the identity that idempotency keys are bound to. */
export type Caller =
  | { kind: 'user'; userId: string; via: 'session' | 'token' }
  | { kind: 'organization'; organizationId: string }
  | { kind: 'checkout'; checkoutId: string }
  | { kind: 'customer'; customerId: string; sessionId: string; checkoutId: string | null }
  | { kind: 'public' }
  | { kind: 'system' };

/** One text for each caller: `user:<id>`, `organization:<id>`, `checkout:<id>`, `customer:<session>`. */
export function callerName(caller: Caller): string {
  switch (caller.kind) {
    case 'user':
      return `user:${caller.userId}`;
    case 'organization':
      return `organization:${caller.organizationId}`;
    case 'checkout':
      return `checkout:${caller.checkoutId}`;
    case 'customer':
      return `customer:${caller.sessionId}`;
    default:
      return caller.kind;
  }
}

declare const brand: unique symbol;

/**
 * What a caller may see: minted by `authenticate` and by {@link systemScope}, never written by hand.
 * Every repository function takes one first; inside a transaction it carries the transaction.
 */
export interface Scope {
  readonly [brand]: true;
  readonly caller: Caller;
  /** The organizations whose rows exist for this call. */
  readonly organizationIds: readonly string[];
  /** Organizations that the caller is in without the right that this call needs. */
  readonly forbiddenOrganizationIds: readonly string[];
  readonly requestId: string | null;
  readonly transaction: TransactionClient | null;
  /** The transaction's connection, for statements that its client would only make slower. */
  readonly connection: OpenTransaction['connection'] | null;
  /** Has something run inside the transaction after all else, just before its commit. */
  readonly beforeCommit: OpenTransaction['beforeCommit'] | null;
}

/** Mints a scope. Called by the kernel alone. */
export function mintScope(parts: {
  caller: Caller;
  organizationIds: readonly string[];
  forbiddenOrganizationIds?: readonly string[];
  requestId?: string | null;
}): Scope {
  return {
    forbiddenOrganizationIds: [],
    requestId: null,
    ...parts,
    transaction: null,
    connection: null,
    beforeCommit: null,
  } as unknown as Scope;
}

/** The product's own scope over one organization: background work and calls without a token. */
export function systemScope(organizationId: string, requestId: string | null = null): Scope {
  return mintScope({ caller: { kind: 'system' }, organizationIds: [organizationId], requestId });
}

/** A seller's scope for what the operator of the installation does in his name, in no organization. */
export function operatorScope(userId: string): Scope {
  return mintScope({ caller: { kind: 'user', userId, via: 'token' }, organizationIds: [] });
}

/** The same rights, inside a transaction. */
export function withTransaction(scope: Scope, { client, ...open }: OpenTransaction): Scope {
  return { ...scope, transaction: client, ...open };
}
