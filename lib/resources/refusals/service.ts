import type { AnsweredRequest } from '@/lib/api/implement';
import { listAndExport } from '@/lib/api/list';
import { hourOf } from '@/lib/contract/times';
import { Notes } from '@/lib/database/connection/notes';
import * as repository from '@/lib/resources/refusals/repository';
import { type Refused, refusedBy } from '@/lib/resources/refusals/rules';
import { serializeRefusal } from '@/lib/resources/refusals/serialize';
import { newId } from '@/lib/runtime/ids';

/** How long refusals are counted before they are written. */
const PAUSE_MS = 5000;
/** So many different ones of an organization are counted between two writes, and so many of all. */
const MAX_DIFFERENT = { organization: 100, all: 5000 };
/** What is beyond that is counted by its kind and code alone, of which there are few. */
const MAX_WITHOUT_OBJECT = 120;
/** So many rows an organization has in an hour. */
const MAX_ROWS = 100;

export const { listAll, exportAll } = listAndExport(repository.list, serializeRefusal);

/** What was refused, and where. */
interface RefusalIn extends Refused {
  organizationId: string;
  operation: string;
  checkoutId: string | null;
  requestId: string | null;
  at: Date;
}

/** What was counted since the last write, and how many different ones of each organization. */
let counted = new Map<string, repository.CountedRefusals>();
let different = new Map<string, number>();

const refusals = new Notes<true>('the refusals', write, { pauseMs: PAUSE_MS });

async function write(): Promise<void> {
  const written = [...counted.values()];
  counted = new Map();
  different = new Map();
  await repository.add(written, MAX_ROWS);
}

/** Resolves when the refusals that were counted by now are written. */
export function refusalsWritten(): Promise<void> {
  return refusals.written();
}

/** Counts what an answer has refused, in memory (docs/contract/events.md#refusals); nothing waits for it. */
export function countAnswer(answer: AnsweredRequest, organizationId: string): void {
  const { operation, status, body, named, caller, requestId, at } = answer;
  const checkoutId = caller?.kind === 'checkout' ? caller.checkoutId : null;
  const refused = refusedBy({ operation, status, body, sent: named, checkoutId });
  if (refused === null) return;
  countRefusal({ ...refused, organizationId, operation: operation.id, checkoutId, requestId, at });
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
    license_key: object?.kind === 'license_key' ? object.key : null,
    discount_code: object?.kind === 'discount' ? object.code : null,
    object_id: object && 'id' in object ? object.id : null,
    checkout_id: refused.checkoutId,
    request_id: refused.requestId,
  });
}
