import type { Audit } from '@/lib/api/audit';
import { type Claim, LEASE_SECONDS, storeReply } from '@/lib/api/idempotency';
import { etagOf, type VersionedObject } from '@/lib/api/versions';
import type { AnyContract } from '@/lib/contract/contract';
import { ApiError, errorBodyOf } from '@/lib/contract/errors';
import type { RequestReply, Scope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { holdClocks } from '@/lib/database/query/clocks';

/** What is kept of a request's answer. Commands reach it through their scope (lib/api/commands.ts). */
export class RequestContext implements RequestReply {
  /** The scope of the call, which knows this request. */
  readonly scope: Scope;
  readonly requestId: string;
  /** The idempotency entry, where the request carries a key. */
  readonly claim: Claim | undefined;
  /** The `ETag` of the object that is answered, where the operation answers a single one. */
  etag: string | null = null;
  /** The status of the reply: that of the contract, unless the operation sets the other one. */
  status: number;
  /** The transaction that stores the reply is committed. */
  committed = false;
  /** The organization whose rows it has changed, where the request does not name it. */
  organizationId: string | undefined;
  /** A first transaction of several is committed, so that a failure cannot undo everything. */
  hasCommittedPart = false;
  readonly #object: VersionedObject | undefined;
  readonly #operation: AnyContract;
  readonly #audit: Audit | undefined;
  readonly #params: Record<string, string>;
  readonly #body: unknown;
  /** The object before the first transaction that is committed, for the audit log. */
  #before: unknown = null;
  #stored = false;

  constructor(parts: {
    scope: Scope;
    requestId: string;
    claim: Claim | undefined;
    operation: AnyContract;
    object?: VersionedObject | undefined;
    audit?: Audit | undefined;
    params?: unknown;
    body?: unknown;
  }) {
    this.scope = { ...parts.scope, request: this };
    this.requestId = parts.requestId;
    this.claim = parts.claim;
    this.status = parts.operation.status;
    this.#operation = parts.operation;
    this.#object = parts.object;
    this.#audit = parts.audit;
    this.#params = (parts.params ?? {}) as Record<string, string>;
    this.#body = parts.body;
  }

  /** A transaction; its work may store the reply with {@link storeReply}. */
  async transaction<T>(work: (scope: Scope) => Promise<T>, scope = this.scope): Promise<T> {
    const result = await this.#run(work, scope);
    this.hasCommittedPart = true;
    return result;
  }

  async #run<T>(work: (scope: Scope) => Promise<T>, scope: Scope): Promise<T> {
    const result = await transaction(scope, async (inner) => {
      this.#stored = false;
      return this.#unlessChanged(inner, async () => {
        const held = await holdClocks(inner);
        if (!this.hasCommittedPart) this.#before = await this.#audit?.before(held, this.#request());
        return work(held);
      });
    });
    this.committed ||= this.#stored;
    return result;
  }

  /**
   * Does work on the operation's object, and throws 412 where that has another version than `If-Match` names, which
   * undoes the work. The work's own errors, thrown or returned, come first, so that a 412 discloses no object that is not the caller's.
   * Once a first transaction is committed nothing is refused any more.
   */
  async #unlessChanged<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    const { id, table, ifMatch } = this.#object ?? {};
    if (!id || !table || !ifMatch || this.hasCommittedPart) return work();
    const before = await etagOf(scope, { table, id }, { lock: true });
    const result = await work();
    if (!(result instanceof ApiError) && !this.hasCommittedPart && !ifMatch(before)) {
      const detail = 'Someone else changed this since you loaded it. Reload it and try again.';
      throw new ApiError('PreconditionFailed', detail);
    }
    return result;
  }

  /**
   * Stores the reply under the idempotency key in the transaction of its effect, so that effect and
   * answer exist together or not at all (docs/contract/idempotency.md#transaction).
   */
  async storeReply(scope: Scope, answer: unknown): Promise<void> {
    if (answer instanceof ApiError && !answer.isReplayable) return;
    this.#stored = true;
    await this.#keepChange(scope, answer);
    await this.#noteVersion(scope, answer);
    if (!this.claim || !scope.transaction) return;
    const reply =
      answer instanceof ApiError
        ? { status: answer.status, body: errorBodyOf(this.#operation, answer, this.requestId) }
        : { status: this.status, body: answer };
    if (!(await storeReply(scope.transaction, this.claim, reply))) {
      const headers = { 'Retry-After': String(LEASE_SECONDS) };
      const why = 'A retry with the same key has taken over.';
      throw new ApiError('IdempotencyInFlight', why, { headers });
    }
  }

  #request() {
    return { operation: this.#operation, params: this.#params, body: this.#body };
  }

  /** Keeps what has changed in the audit log, in the transaction of the change. */
  async #keepChange(scope: Scope, answer: unknown): Promise<void> {
    if (!this.#audit || answer instanceof ApiError) return;
    const change = { ...this.#request(), before: this.#before ?? null, answer };
    // A command may act as the product itself, for somebody without a right of his own.
    const by = { ...scope, caller: this.scope.caller };
    this.organizationId = (await this.#audit.record(by, change)) ?? this.organizationId;
  }

  /** Notes the version of the object that is answered, as the transaction that wrote it sees it. */
  async #noteVersion(scope: Scope, answer: unknown): Promise<void> {
    if (!this.#object || answer === undefined || answer instanceof ApiError) return;
    const { table, id = (answer as { id: string }).id } = this.#object;
    this.etag = await etagOf(scope, { table, id });
  }

  /**
   * The transaction whose result is the reply. Work that returns an `ApiError` commits what it wrote
   * and answers that error; work that throws is rolled back.
   */
  async commit<T>(work: (scope: Scope) => Promise<T | ApiError>, scope = this.scope): Promise<T> {
    const result = await this.#run(async (inner) => {
      const answer = await work(inner);
      await this.storeReply(inner, answer);
      return answer;
    }, scope);
    if (result instanceof ApiError) throw result;
    return result;
  }
}
