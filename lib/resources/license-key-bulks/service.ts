import { z } from 'zod';
import { commit } from '@/lib/api/commands';
import { organizationFor } from '@/lib/api/tenancy';
import { bodyProblem, invalid, orNotFound } from '@/lib/contract/errors';
import { Id } from '@/lib/contract/fields';
import { clockOf, type Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/license-key-bulks/repository';
import type {
  LicenseKeyBulk,
  LicenseKeyBulkCreate,
} from '@/lib/resources/license-key-bulks/schema';
import { change } from '@/lib/resources/license-keys/commands';
import type { KeyChange } from '@/lib/resources/license-keys/rules';
import { idsOf } from '@/lib/resources/license-keys/service';
import { newId } from '@/lib/runtime/ids';
import { addJob, jobKind } from '@/lib/runtime/jobs/job';

const MAX_KEYS = 10_000;
/** So many keys are changed in one transaction. */
const BATCH = 100;

export const bulkKind = jobKind(
  'change_license_keys',
  z.object({ organization_id: Id, bulk_id: Id }),
);

/**
 * Begins a change of the keys that match (docs/contract/license-keys.md#changes-of-many-keys). Throws 422 for more than
 * 10,000, and where what the action needs is missing.
 */
export function create(scope: Scope, body: LicenseKeyBulkCreate): Promise<LicenseKeyBulk> {
  const organizationId = organizationFor(scope, body.organization_id);
  const { action, extend_by, limit_activations, limit_usage } = body;
  if (action === 'extend' && !extend_by) {
    throw invalid(bodyProblem('extend_by', 'Enter by how much to extend.'));
  }
  if (action === 'limits' && limit_activations === undefined && limit_usage === undefined) {
    throw invalid(bodyProblem('limit_activations', 'Enter a limit to set.'));
  }
  return commit(scope, async (scope) => {
    const keyIds = await matching(scope, organizationId, body.filter);
    const id = newId();
    const row = await repository.create(scope, {
      id,
      organizationId,
      createdAt: clockOf(scope, organizationId),
      action,
      extendTtl: extend_by?.ttl ?? null,
      extendTimeframe: extend_by?.timeframe ?? null,
      setsLimitActivations: limit_activations !== undefined,
      limitActivations: limit_activations ?? null,
      setsLimitUsage: limit_usage !== undefined,
      limitUsage: limit_usage ?? null,
      total: keyIds.length,
      keyIds,
    });
    await queue(scope, row);
    return serialize(row);
  });
}

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<LicenseKeyBulk> {
  return serialize(orNotFound(await repository.find(scope, id), 'The change of license keys'));
}

async function matching(
  scope: Scope,
  organizationId: string,
  {
    id,
    benefit_id,
    customer_id,
    status,
    key,
    external_id,
    ...filter
  }: LicenseKeyBulkCreate['filter'],
): Promise<string[]> {
  const query = {
    ...filter,
    organization_id: [organizationId],
    id: listOf(id),
    benefit_id: listOf(benefit_id),
    customer_id: listOf(customer_id),
    status: listOf(status),
    key: listOf(key),
    external_id: listOf(external_id),
    sorting: [],
  };
  const ids = await idsOf(scope, query, MAX_KEYS + 1);
  if (ids.length > MAX_KEYS) {
    throw invalid(bodyProblem('filter', 'More than 10,000 license keys match. Narrow the filter.'));
  }
  return ids;
}

function listOf<T extends string>(value: T | T[] | undefined): T[] | undefined {
  return typeof value === 'string' ? [value] : value;
}

function queue(scope: Scope, { id, organizationId }: repository.LicenseKeyBulkRow) {
  const job = { organization_id: organizationId, bulk_id: id };
  return addJob(scope, bulkKind, job, { key: `${bulkKind.name}:${id}` });
}

/**
 * Changes the next keys, in the transaction of the scope, and adds the job of those after them: what a kill breaks off is
 * done by the next run, and nothing twice.
 */
export async function continueBulk(scope: Scope, id: string): Promise<void> {
  const next = await repository.lockNext(scope, id, BATCH);
  if (!next) return;
  const { row, keyIds } = next;
  let changed = 0;
  for (const keyId of keyIds) if (await change(scope, keyId, changeOf(row))) changed += 1;
  const done = row.done + keyIds.length;
  const status = done < row.total ? 'running' : 'done';
  await repository.save(scope, id, { done, changed: row.changed + changed, status });
  if (status === 'running') await queue(scope, row);
}

/** Ends a change that cannot go on; what it has changed stays. */
export function failBulk(scope: Scope, id: string): Promise<void> {
  return repository.save(scope, id, { status: 'failed' });
}

function changeOf(row: repository.LicenseKeyBulkRow): KeyChange {
  const { action, extendTtl: ttl, extendTimeframe: timeframe } = row;
  switch (action) {
    case 'extend':
      if (ttl === null || timeframe === null) throw new Error('It does not say by how much');
      return { action, by: { ttl, timeframe: timeframe as 'day' | 'month' | 'year' } };
    case 'limits':
      return {
        action,
        ...(row.setsLimitActivations && { limitActivations: row.limitActivations }),
        ...(row.setsLimitUsage && { limitUsage: row.limitUsage }),
      };
    default:
      return { action: action as 'disable' | 'enable' };
  }
}

function serialize(row: repository.LicenseKeyBulkRow): LicenseKeyBulk {
  const { id, organizationId: organization_id, total, done, changed } = row;
  const action = row.action as LicenseKeyBulk['action'];
  return { id, organization_id, action, status: statusOf(row), total, done, changed };
}

/** One without keys has nothing to run. */
function statusOf({ status, total }: repository.LicenseKeyBulkRow): LicenseKeyBulk['status'] {
  return total === 0 ? 'done' : (status as LicenseKeyBulk['status']);
}
