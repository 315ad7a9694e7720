import type { AnsweredRequest } from '@/lib/api/implement';
import { listAndExport } from '@/lib/api/list';
import { hasPermission } from '@/lib/api/rights';
import type { QueryOf } from '@/lib/contract/contract';
import { insufficientScope } from '@/lib/contract/errors';
import { hourOf } from '@/lib/contract/times';
import { Notes } from '@/lib/database/connection/notes';
import type { Scope } from '@/lib/database/connection/scope';
import type { exportRefusals } from '@/lib/resources/refusals/contract';
import * as repository from '@/lib/resources/refusals/repository';
import {
  PERMISSION_OF_KIND,
  PERMISSION_OF_SUBSCRIPTION,
  type Refused,
  refusedBy,
} from '@/lib/resources/refusals/rules';
import { REFUSAL_KINDS } from '@/lib/resources/refusals/schema';
import { serializeRefusal } from '@/lib/resources/refusals/serialize';
import { newId } from '@/lib/runtime/ids';

/** How long refusals are counted before they are written. */
const PAUSE_MS = 5000;
/** So many different ones of an organization are counted between two writes, and so many of all. */
const MAX_DIFFERENT = { organization: 100, all: 5000 };
/**
 * Of those about nothing that is known to exist, which a caller without a credential can make up at will, so many of one
 * address and of all.
 */
const MAX_UNPROVEN = { address: 100, all: 1000 };
/** What is beyond that is counted by its kind and code alone, of which there are few. */
const MAX_WITHOUT_OBJECT = 120;
/** So many rows an organization has in an hour. */
const MAX_ROWS = 100;

/** Pages and exports of the refusals that the caller may read. Throw 403 for a kind that he names and may not. */
export const { listAll, exportAll } = listAndExport(
  (scope, query: QueryOf<typeof exportRefusals>) =>
    repository.list(scope, query, readableBy(scope, query)),
  serializeRefusal,
);

function readableBy(scope: Scope, { kind: named }: Pick<QueryOf<typeof exportRefusals>, 'kind'>) {
  const ofSubscriptions = hasPermission(scope, PERMISSION_OF_SUBSCRIPTION);
  const kinds = REFUSAL_KINDS.filter((kind) => hasPermission(scope, PERMISSION_OF_KIND[kind]));
  const refused = named?.find(
    (kind) => !kinds.includes(kind) && !(kind === 'payment' && ofSubscriptions),
  );
  if (refused) throw insufficientScope(`The kind ${refused}`, [PERMISSION_OF_KIND[refused]]);
  const isAll = ofSubscriptions && kinds.length === REFUSAL_KINDS.length;
  return { kinds: isAll ? null : kinds, ofSubscriptions };
}

/** What was refused, and where. */
interface RefusalIn extends Refused {
  organizationId: string;
  operation: string;
  checkoutId: string | null;
  requestId: string | null;
  at: Date;
  /** The address of a caller without a credential who has named nothing that is known to exist. */
  unprovenFrom?: string | null;
}

/** What was counted since the last write, and how many different ones of each organization. */
let counted = new Map<string, repository.CountedRefusals>();
let different = new Map<string, number>();
/** And how many of each address that named nothing which is known to exist. */
let unproven = new Map<string | null, number>();
let unprovenCount = 0;

const refusals = new Notes<true>('the refusals', write, { pauseMs: PAUSE_MS });

async function write(): Promise<void> {
  const written = [...counted.values()];
  counted = new Map();
  different = new Map();
  unproven = new Map();
  unprovenCount = 0;
  await repository.add(written, MAX_ROWS);
}

/** Resolves when the refusals that were counted by now are written. */
export function refusalsWritten(): Promise<void> {
  return refusals.written();
}

/** Counts what an answer has refused, in memory (docs/contract/events.md#refusals); nothing waits for it. */
export function countAnswer(answer: AnsweredRequest, organizationId: string): void {
  const { operation, params, status, body, named, caller, requestId, at } = answer;
  const own = caller?.kind === 'checkout' ? caller.checkoutId : null;
  const refused = refusedBy({ operation, params, status, body, sent: named, checkoutId: own });
  if (refused === null) return;
  const { object } = refused;
  const checkoutId = object?.kind === 'checkout' ? object.id : own;
  const isUnproven = caller?.kind === 'public' && object === null;
  const from = isUnproven ? { unprovenFrom: answer.ip } : {};
  const where = { organizationId, operation: operation.id, checkoutId, requestId, at };
  countRefusal({ ...refused, ...where, ...from });
}

/**
 * Counts a payment that was declined in the background once that is committed: no answer tells it. What requests have had
 * declined is counted by their answers.
 */
export function countDecline(
  scope: Scope,
  attempt: { organizationId: string; checkoutId: string | null; subscriptionId: string | null },
  { code, detail }: { code: string | null; detail: string },
): void {
  if (scope.caller.kind !== 'system') return;
  const { organizationId, checkoutId, subscriptionId } = attempt;
  const object =
    checkoutId === null
      ? ({ kind: 'subscription', id: subscriptionId ?? '' } as const)
      : ({ kind: 'checkout', id: checkoutId } as const);
  const refusal = {
    organizationId,
    kind: 'payment',
    code: code ?? 'PaymentError',
    detail,
    object,
    operation: checkoutId === null ? 'subscriptions:retry' : 'checkouts:custom:client_confirm',
    checkoutId,
    requestId: scope.requestId,
    at: scope.realTime,
  } as const;
  scope.afterCommit?.(() => countRefusal(refusal));
}

/** Counts a refusal, in memory. */
export function countRefusal(refused: RefusalIn): void {
  const { organizationId, kind, code, detail, object, at } = refused;
  const hour = hourOf(at).toISOString();
  const key = JSON.stringify([organizationId, hour, kind, code, object]);
  const time = at.toISOString();
  const known = counted.get(key);
  if (known) {
    known.count += 1;
    known.last_at = time;
    known.request_id = refused.requestId;
    return;
  }
  const { unprovenFrom: address } = refused;
  if (address !== undefined) {
    const ofAddress = unproven.get(address) ?? 0;
    if (ofAddress >= MAX_UNPROVEN.address || unprovenCount >= MAX_UNPROVEN.all) return;
    unproven.set(address, ofAddress + 1);
    unprovenCount += 1;
  }
  const others = different.get(organizationId) ?? 0;
  const isFull = others >= MAX_DIFFERENT.organization || counted.size >= MAX_DIFFERENT.all;
  if (isFull && object !== null) {
    countRefusal({ ...refused, object: null });
    return;
  }
  if (others >= MAX_WITHOUT_OBJECT || counted.size >= 2 * MAX_DIFFERENT.all) return;
  if (counted.size === 0) refusals.add(newId(), true);
  different.set(organizationId, others + 1);
  counted.set(key, {
    id: newId(),
    organization_id: organizationId,
    hour,
    first_at: time,
    last_at: time,
    count: 1,
    kind,
    code,
    detail,
    operation: refused.operation,
    object_kind: object?.kind ?? null,
    license_key: object && 'key' in object ? object.key : null,
    discount_code: object && 'code' in object ? object.code : null,
    price_id: object && 'priceId' in object ? object.priceId : null,
    object_id: object && 'id' in object ? object.id : null,
    checkout_id: refused.checkoutId,
    request_id: refused.requestId,
  });
}
