import type { QueryOf } from '@/lib/contract/contract';
import { paginated } from '@/lib/contract/pagination';
import { timestamp } from '@/lib/contract/serialize';
import { hourOf } from '@/lib/contract/times';
import { Notes } from '@/lib/database/connection/notes';
import type { Scope } from '@/lib/database/connection/scope';
import type {
  exportLicenseKeyDecisions,
  listLicenseKeyDecisions,
} from '@/lib/resources/license-decisions/contract';
import * as repository from '@/lib/resources/license-decisions/repository';
import { loggedAddress } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';

/** How long decisions are counted before they are written. */
const PAUSE_MS = 1000;
/** So many different ones are counted between two writes; further ones are dropped until then. */
const MAX_DIFFERENT = 20_000;

/** What a request that names a key was told. */
export interface Decision {
  organizationId: string;
  licenseKeyId: string;
  /** One of the evaluator's: `VALID`, or why not. */
  code: string;
  /** The activation that it has named or made. */
  activationId: string | null;
  /** By the organization's clock. */
  at: Date;
  ip: string | null;
}

let counted = new Map<string, repository.CountedDecisions>();
const decisions = new Notes<true>('decisions about license keys', write, { pauseMs: PAUSE_MS });

async function write(): Promise<void> {
  const written = [...counted.values()];
  counted = new Map();
  await repository.add(written);
}

/** Counts a decision, in memory: validations are frequent, and nothing waits for it. */
export function countDecision({ ip, at, ...decision }: Decision): void {
  const { organizationId, licenseKeyId, code, activationId } = decision;
  const hour = hourOf(at).toISOString();
  const time = at.toISOString();
  const key = `${licenseKeyId} ${hour} ${code} ${activationId}`;
  const known = counted.get(key);
  if (known) {
    known.count += 1;
    known.last_at = time;
    known.client_address = loggedAddress(ip);
    return;
  }
  if (counted.size >= MAX_DIFFERENT) return;
  if (counted.size === 0) decisions.add(newId(), true);
  counted.set(key, {
    id: newId(),
    organization_id: organizationId,
    license_key_id: licenseKeyId,
    hour,
    code,
    activation_id: activationId,
    count: 1,
    first_at: time,
    last_at: time,
    client_address: loggedAddress(ip),
  });
}

/**
 * A page of what those who have used a key were told, with what this node has counted by now
 * (docs/contract/license-keys.md#decisions). `zone` is the time zone of days.
 */
export async function listOf(
  scope: Scope,
  licenseKeyId: string,
  query: QueryOf<typeof listLicenseKeyDecisions>,
  zone: string,
) {
  await decisions.written();
  const { rows, total } = await repository
    .decisionsOf(scope, licenseKeyId, query, zone)
    .page(query);
  return paginated(rows.map(serializeDecision), total, query.limit);
}

/** All rows of {@link listOf}. */
export async function allOf(
  scope: Scope,
  licenseKeyId: string,
  query: QueryOf<typeof exportLicenseKeyDecisions>,
  zone: string,
) {
  await decisions.written();
  const rows = await repository.decisionsOf(scope, licenseKeyId, query, zone).all();
  return rows.map(serializeDecision);
}

function serializeDecision({ hour, first_at, last_at, ...row }: repository.DecisionRow) {
  return {
    ...row,
    hour: timestamp(hour),
    first_at: timestamp(first_at),
    last_at: timestamp(last_at),
  };
}
