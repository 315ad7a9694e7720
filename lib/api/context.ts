import { ApiError } from '@/lib/api/errors';
import type { ScopeName } from '@/lib/api/scopes';
import { type Claim, storeReply } from '@/lib/database/idempotency';
import type { Scope } from '@/lib/database/scope';
import { transaction } from '@/lib/database/transaction';


/** What a handler knows of its request beside the parsed input. */
export class RequestContext {
  readonly scope: Scope;
  /** The credential's scopes; empty where the operation needs no seller. */
  readonly scopes: readonly ScopeName[];
  readonly requestId: string;
  /** The caller's address, as far as proxies are believed. */
  readonly ip: string | null;
  /** The time of the request: rules and rows of one request agree on it. */
  readonly now: Date;
  /** The safe-retry entry, where the request carries a key. */
  readonly claim: Claim | undefined;
  /** The reply was kept, or there is no key to keep it under. */
  committed = false;
  readonly #status: number;

  constructor(parts: {
    scope: Scope;
    scopes: readonly ScopeName[];
    requestId: string;
    ip: string | null;
    now: Date;
    claim: Claim | undefined;
    status: number;
  }) {
    this.scope = parts.scope;
    this.scopes = parts.scopes;
    this.requestId = parts.requestId;
    this.ip = parts.ip;
    this.now = parts.now;
    this.claim = parts.claim;
    this.#status = parts.status;
  }

  /** A transaction that is not the last one of its request. */
  transaction<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
    return transaction(this.scope, work);
  }

  /**
   * The transaction whose result is the reply: the reply is kept for safe retries in it, so that
   * effect and answer exist together or not at all (semantics §4). Work that returns an `ApiError`
   * commits what it wrote and answers that error; work that throws is rolled back.
   */
  async commit<T>(work: (scope: Scope) => Promise<T | ApiError>, scope = this.scope): Promise<T> {
    const result = await transaction(scope, async (inner) => {
      const answer = await work(inner);
      if (this.claim && inner.transaction) {
        const reply =
          answer instanceof ApiError
            ? { status: answer.status, body: answer.body() }
            : { status: this.#status, body: answer };
        if (!(await storeReply(inner.transaction, this.claim, reply))) {
          throw new ApiError('IdempotencyInFlight', 'A retry with the same key has taken over.');
        }
      }
      return answer;
    });
    this.committed = true;
    if (result instanceof ApiError) throw result;
    return result;
  }
}
