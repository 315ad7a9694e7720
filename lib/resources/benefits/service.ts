import { isDeepStrictEqual } from 'node:util';
import { bodyColumns } from '@/lib/api/columns';
import { commit } from '@/lib/api/commands';
import { counted, listAndExport } from '@/lib/api/list';
import { organizationFor } from '@/lib/api/tenancy';
import { ApiError, bodyProblem, invalid, orNotFound, type Problem } from '@/lib/contract/errors';
import { problemsOf } from '@/lib/contract/problems';
import { jsonColumn } from '@/lib/contract/serialize';
import { grownField } from '@/lib/contract/size';
import type { Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/benefits/repository';
import { rulesOf, typesWith } from '@/lib/resources/benefits/rules';
import {
  type Benefit,
  type BenefitCreate,
  BenefitType,
  type BenefitUpdate,
} from '@/lib/resources/benefits/schema';
import { serializeBenefit, serializeCountedBenefit } from '@/lib/resources/benefits/serialize';
import type { LookedUp, Lookups } from '@/lib/resources/benefits/types/type-rules';
import { roleProblem } from '@/lib/resources/discord-connections/rules';
import type { DiscordRole } from '@/lib/resources/discord-connections/schema';
import { findByGuild as findGuild } from '@/lib/resources/discord-connections/service';
import { record } from '@/lib/resources/events/service';
import { findUploadedFiles } from '@/lib/resources/files/service';
import { queueTending } from '@/lib/resources/key-pools/service';
import {
  findByName as findRepository,
  findByExternalId as findRepositoryById,
} from '@/lib/resources/repositories/service';
import { newId } from '@/lib/runtime/ids';
import { digest } from '@/lib/runtime/secrets';

const columns = bodyColumns('Benefit');

export const { listAll, exportAll } = listAndExport(repository.list, serializeCountedBenefit);

export const countAll = counted(repository.list, {
  type: { column: 't.type', values: BenefitType.options },
});

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<Benefit> {
  return serializeCountedBenefit(await findOrThrow(scope, id));
}

/**
 * Throws 422 for files that the organization does not have (docs/contract/benefits.md#properties).
 */
export async function create(scope: Scope, body: BenefitCreate): Promise<Benefit> {
  const { organization_id, type, description, properties } = body;
  const organizationId = organizationFor(scope, organization_id);
  return commit(scope, async (scope) => {
    const stored = rulesOf({ type }).store(properties, digest);
    const { problems, ...found } = await lookUp(scope, { type, organizationId }, stored);
    if (problems.length > 0) throw invalid(...problems);
    const id = newId();
    await repository.create(scope, {
      id,
      organizationId,
      createdAt: scope.realTime,
      type,
      description,
      ...found,
    });
    const snapshot = await get(scope, id);
    await record(scope, { kind: 'benefit.created', organizationId, snapshot });
    return snapshot;
  });
}

/**
 * Changes a benefit for later grants, in the caller's transaction; existing grants and keys stay as they are
 * (docs/contract/benefits.md#edits). Returns it as its operations print it, and the field by which it grew most as products show it.
 * Throws 404, and 422 for another type or properties that the benefit's type does not have.
 */
export async function update(
  scope: Scope,
  id: string,
  body: BenefitUpdate,
): Promise<{ benefit: Benefit; grown: string | undefined }> {
  const row = await lockOrThrow(scope, id);
  const { type, organizationId } = row;
  const problems: Problem[] = [];
  if (body.type !== undefined && body.type !== type) {
    problems.push(bodyProblem('type', `The type of a benefit can't change. This one is ${type}.`));
  }
  const properties = body.properties ? parseProperties(row, body.properties, problems) : null;
  const found = properties && (await lookUp(scope, row, rulesOf(row).store(properties, digest)));
  if (found) problems.push(...found.problems);
  if (problems.length > 0) throw invalid(...problems);
  await repository.update(scope, id, {
    modifiedAt: scope.realTime,
    ...columns({ ...body, properties: found?.properties }),
    ...(found && { isConnected: found.isConnected }),
  });
  // Grants that wait for a key of the pool get a generated one where it has none any more.
  if (found && rulesOf(row).isPooled?.(row.properties)) {
    await queueTending(scope, { organizationId, benefitId: id }, { isSold: false });
  }
  const changed = await findOrThrow(scope, id);
  const benefit = serializeCountedBenefit(changed);
  await record(scope, { kind: 'benefit.updated', organizationId, snapshot: benefit });
  const fields = ['description', 'properties'] as const;
  return { benefit, grown: grownField(serializeBenefit(row), serializeBenefit(changed), fields) };
}

/** Locks a benefit before its deletion, and returns it. Throws 404, and 403 where it is not deletable. */
export async function lockDeletable(scope: Scope, id: string) {
  const row = await lockOrThrow(scope, id);
  if (row.deletable) return row;
  throw new ApiError('NotPermitted', 'This benefit cannot be deleted.');
}

/** Deletes a locked benefit and detaches it from its products; its grants have been revoked. */
export async function remove(scope: Scope, id: string, now: Date): Promise<void> {
  await repository.remove(scope, id, now);
}

/** Takes a file out of the benefits that give it, in the caller's transaction. Records `benefit.updated`. */
export async function removeFile(scope: Scope, fileId: string, now: Date): Promise<void> {
  const ids = await repository.findByFile(scope, typesWith('withoutFile'), fileId);
  for (const row of await repository.lock(scope, ids, 'UPDATE')) {
    const { id, organizationId } = row;
    const properties = jsonColumn<StoredProperties>(
      rulesOf(row).withoutFile?.(row.properties, fileId) ?? row.properties,
    );
    await repository.update(scope, id, { modifiedAt: now, properties });
    const snapshot = await get(scope, id);
    await record(scope, { kind: 'benefit.updated', organizationId, snapshot });
  }
}

/**
 * Follows the connections of an organization, in the caller's transaction: which of its benefits they reach, and how the
 * repositories are called now. Records `benefit.updated` for those that change.
 */
export async function followConnections(scope: Scope, organizationId: string): Promise<void> {
  const ids = await repository.findOfTypes(scope, typesWith('outside'), organizationId);
  for (const row of await repository.lock(scope, ids, 'UPDATE')) {
    const { properties, isConnected } = await lookUp(scope, row, row.properties);
    if (isConnected === row.isConnected && isDeepStrictEqual(properties, row.properties)) continue;
    await repository.update(scope, row.id, { modifiedAt: scope.realTime, properties, isConnected });
    const snapshot = await get(scope, row.id);
    await record(scope, { kind: 'benefit.updated', organizationId, snapshot });
  }
}

type StoredProperties = Benefit['properties'];

/** What the organization of a benefit has of what stored properties name. */
async function lookUp(
  scope: Scope,
  benefit: { type: BenefitType; organizationId: string },
  properties: unknown,
): Promise<LookedUp<StoredProperties>> {
  const lookups = lookupsOf(scope, benefit.organizationId);
  const found = await rulesOf(benefit).lookUp?.(properties, lookups);
  const { isConnected, problems } = found ?? { isConnected: false, problems: [] };
  const stored = jsonColumn<StoredProperties>(found ? found.properties : properties);
  return { properties: stored, isConnected, problems };
}

function lookupsOf(scope: Scope, organizationId: string): Lookups {
  return {
    files: (ids) => findUploadedFiles(scope, { organizationId, service: 'downloadable', ids }),
    async repository({ id, ...named }) {
      const found = id
        ? await findRepositoryById(scope, organizationId, id)
        : await findRepository(scope, organizationId, named);
      if (!found) return null;
      const { externalOrganization, externalId, name } = found;
      const isConnected = externalOrganization.status === 'connected';
      return { id: externalId, owner: externalOrganization.name, name, isConnected };
    },
    async server(guildId) {
      const connection = await findGuild(scope, organizationId, guildId);
      if (!connection) return null;
      const roles = jsonColumn<DiscordRole[]>(connection.roles);
      return {
        isConnected: connection.status === 'connected',
        roleProblem: (roleId) => roleProblem(roles, roleId),
      };
    },
  };
}

/** The live benefits with these ids; none of them is deleted before the transaction ends. */
export function lockBenefits(scope: Scope, ids: readonly string[]) {
  return repository.lock(scope, ids, 'SHARE');
}

async function findOrThrow(scope: Scope, id: string) {
  return orNotFound(await repository.find(scope, id), 'The benefit');
}

async function lockOrThrow(scope: Scope, id: string) {
  const [row] = await repository.lock(scope, [id], 'UPDATE');
  return orNotFound(row, 'The benefit');
}

/** The parsed properties, or null and what is wrong with them. */
function parseProperties(
  row: repository.BenefitRow,
  properties: Record<string, unknown>,
  problems: Problem[],
): object | null {
  const result = rulesOf(row).accepted(row.properties).safeParse(properties);
  if (result.success) return result.data as object;
  problems.push(...problemsOf(result.error, 'body', ['properties']));
  return null;
}
