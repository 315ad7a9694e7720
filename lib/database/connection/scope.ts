import { ApiError } from '@/lib/contract/errors';
import type { Permission, Role } from '@/lib/contract/permissions';
import type { OpenTransaction, TransactionClient } from '@/lib/database/connection/client';
import { realTime } from '@/lib/runtime/clock';

/** The app that acts for a seller or an organization, by what they have granted it (docs/contract/oauth.md#grants). */
export interface App {
  clientId: string;
  grantId: string;
}

/** Who acts: shown on events, and the identity that idempotency keys are bound to. */
export type Caller =
  | {
      kind: 'user';
      userId: string;
      via: 'session' | 'token';
      /** Of the session or token; absent where the operator acts in the seller's name. */
      credentialId?: string;
      app?: App | undefined;
    }
  | { kind: 'organization'; organizationId: string; tokenId: string; app?: App | undefined }
  /** Whoever has the token that manages a client's registration. */
  | { kind: 'oauth_client'; clientId: string }
  | { kind: 'checkout'; checkoutId: string }
  | { kind: 'customer'; customerId: string; sessionId: string; checkoutId: string | null }
  | { kind: 'public' }
  /** Whoever takes the money, in what it tells of it. */
  | { kind: 'processor' }
  | { kind: 'system' };

/** The app that acts for a caller; undefined where he acts himself. */
export function appOf(caller: Caller): App | undefined {
  return 'app' in caller ? caller.app : undefined;
}

/** One text for each caller: `user:<id>`, `organization:<id>`, `checkout:<id>`, `customer:<session>`, … */
export function callerName(caller: Caller): string {
  switch (caller.kind) {
    case 'user':
      return `user:${caller.userId}`;
    case 'organization':
      return `organization:${caller.organizationId}`;
    case 'oauth_client':
      return `oauth_client:${caller.clientId}`;
    case 'checkout':
      return `checkout:${caller.checkoutId}`;
    case 'customer':
      return `customer:${caller.sessionId}`;
    default:
      return caller.kind;
  }
}

/** The test clock of a sandbox organization (docs/contract/time.md#test-clocks). */
export interface TestClock {
  /** Where it is frozen. */
  now: Date;
  /** It is moving to its target, and runs what is due on the way. */
  isAdvancing: boolean;
}

/** The test clocks by organization; one without has the real time. */
export type TestClocks = ReadonlyMap<string, TestClock>;

/** What a seller's credential and roles allow at most; nobody else has any (lib/api/rights.ts). */
export interface Rights {
  /** Of the credential: all of them for a session. */
  readonly permissions: ReadonlySet<Permission>;
  /** In each of the caller's organizations. */
  readonly roles: ReadonlyMap<string, Role>;
}

const NO_RIGHTS: Rights = { permissions: new Set(), roles: new Map() };

/** What a request keeps of its commands' results; they reach it by lib/api/commands.ts alone. */
export interface RequestReply {
  readonly claim: { readonly id: string } | undefined;
  hasCommittedPart: boolean;
  /** The organization that it has changed something of. */
  organizationId: string | undefined;
  commit<T>(work: (scope: Scope) => Promise<T | ApiError>, scope: Scope): Promise<T>;
  transaction<T>(work: (scope: Scope) => Promise<T>, scope: Scope): Promise<T>;
  storeReply(scope: Scope, answer: unknown): Promise<void>;
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
  /** Organizations that require a second factor which the caller has not set up. */
  readonly withoutFactorIds: readonly string[];
  readonly rights: Rights;
  readonly requestId: string | null;
  /** The request that is answered; null for jobs, links and the operator's commands. */
  readonly request: RequestReply | null;
  /** The caller's address, as far as proxies are believed. */
  readonly ip: string | null;
  /** When the caller's session was opened or last confirmed; null for everybody who has none, such as tokens. */
  readonly confirmedAt: Date | null;
  /**
   * When the call began, in real time, which limits, tokens, links and the catalogue go by. What is sold goes by
   * {@link clockOf} its organization instead.
   */
  readonly realTime: Date;
  /** Of its organizations; null where they were not read, and then {@link clockOf} throws. */
  readonly testClocks: TestClocks | null;
  /** The operation changes sales: refused in an organization whose clock is advancing. */
  readonly changesSales: boolean;
  /** Nobody is told what it writes: no events are recorded (docs/contract/imports.md#quiet). */
  readonly isQuiet: boolean;
  readonly transaction: TransactionClient | null;
  /** The transaction's connection, for statements that its client would only make slower. */
  readonly connection: OpenTransaction['connection'] | null;
  /** Has something run inside the transaction after all else, just before its commit. */
  readonly beforeCommit: OpenTransaction['beforeCommit'] | null;
  /** Has something begin once the transaction is committed; nobody waits for it. */
  readonly afterCommit: OpenTransaction['afterCommit'] | null;
}

/** Mints a scope. Called by the kernel alone. */
export function mintScope(parts: {
  caller: Caller;
  organizationIds: readonly string[];
  forbiddenOrganizationIds?: readonly string[];
  withoutFactorIds?: readonly string[];
  rights?: Rights;
  requestId?: string | null;
  ip?: string | null;
  confirmedAt?: Date | null;
  realTime?: Date;
  testClocks?: TestClocks | null;
  changesSales?: boolean;
}): Scope {
  return {
    forbiddenOrganizationIds: [],
    withoutFactorIds: [],
    rights: NO_RIGHTS,
    requestId: null,
    request: null,
    ip: null,
    confirmedAt: null,
    realTime: realTime(),
    testClocks: null,
    changesSales: false,
    isQuiet: false,
    ...parts,
    transaction: null,
    connection: null,
    beforeCommit: null,
    afterCommit: null,
  } as unknown as Scope;
}

/**
 * The product's own scope over one organization: background work and calls without a token. `time` is that
 * of the organization: a moment, or its test clock where it has one; null where nothing goes by it.
 */
export function systemScope(
  organizationId: string,
  time: Date | TestClock | null = null,
  requestId: string | null = null,
): Scope {
  const clock = time instanceof Date ? { now: time, isAdvancing: false } : time;
  return mintScope({
    caller: { kind: 'system' },
    organizationIds: [organizationId],
    requestId,
    testClocks: clock && new Map([[organizationId, clock]]),
  });
}

/** The same rights, for what nobody is told of. */
export function quietly(scope: Scope): Scope {
  return { ...scope, isQuiet: true };
}

/** {@link systemScope} for what the processor of payments tells. */
export function processorScope(...of: Parameters<typeof systemScope>): Scope {
  return { ...systemScope(...of), caller: { kind: 'processor' } };
}

/**
 * {@link systemScope} for a call without a right of its own in that organization: what it does there is of the same
 * request.
 */
export function systemScopeOf(
  { requestId, request, ip }: Scope,
  organizationId: string,
  time: Date | TestClock | null,
): Scope {
  return { ...systemScope(organizationId, time, requestId), request, ip };
}

/** A seller's scope for what the operator of the installation does in his name, in no organization. */
export function operatorScope(userId: string): Scope {
  return mintScope({ caller: { kind: 'user', userId, via: 'token' }, organizationIds: [] });
}

/** The product's own scope for what belongs to no organization, such as the mails of accounts. */
export function installationScope(): Scope {
  return mintScope({ caller: { kind: 'system' }, organizationIds: [] });
}

/** The same rights, inside a transaction. */
export function withTransaction(scope: Scope, { client, ...open }: OpenTransaction): Scope {
  return { ...scope, transaction: client, ...open };
}

/**
 * The time of one of the scope's organizations: that of its test clock, else the real time of the call
 * (docs/contract/time.md#test-clocks). Throws 409 for a change of sales while that clock is advancing.
 */
export function clockOf(
  { testClocks, realTime, changesSales }: Scope,
  organizationId: string,
): Date {
  if (!testClocks) throw new Error('The clocks of this scope were not read');
  const clock = testClocks.get(organizationId);
  if (clock?.isAdvancing && changesSales) {
    throw new ApiError('Conflict', 'The test clock is advancing. Try again when it is ready.', {
      headers: { 'Retry-After': '2' },
    });
  }
  return clock?.now ?? realTime;
}

/** Notes the organization that a request changes something of, which neither it nor its answer may name. */
export function noteOrganization({ request }: Scope, organizationId: string): void {
  if (request) request.organizationId ??= organizationId;
}
