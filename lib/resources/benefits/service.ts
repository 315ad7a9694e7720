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
import {
  type BenefitProperties,
  type Downloads,
  storedProperties,
  withoutFile,
} from '@/lib/resources/benefits/rules';
import {
  type Benefit,
  type BenefitCreate,
  BenefitType,
  type BenefitUpdate,
  updateProperties,
} from '@/lib/resources/benefits/schema';
import { serializeBenefit, serializeCountedBenefit } from '@/lib/resources/benefits/serialize';
import { roleProblem } from '@/lib/resources/discord-connections/rules';
import type { DiscordRole } from '@/lib/resources/discord-connections/schema';
import { findByGuild as findGuild } from '@/lib/resources/discord-connections/service';
import { record } from '@/lib/resources/events/service';
import { findUploadedFiles } from '@/lib/resources/files/service';
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
    const reached = await reach(scope, organizationId, storedProperties(properties, digest));
    const problems = [
      ...(await fileProblems(scope, organizationId, properties)),
      ...reached.problems,
    ];
    if (problems.length > 0) throw invalid(...problems);
    const id = newId();
    await repository.create(scope, {
      id,
      organizationId,
      createdAt: scope.realTime,
      type,
      description,
      properties: reached.properties,
      isConnected: reached.isConnected,
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
  if (properties) problems.push(...(await fileProblems(scope, organizationId, properties)));
  const reached =
    properties && (await reach(scope, organizationId, storedProperties(properties, digest)));
  if (reached) problems.push(...reached.problems);
  if (problems.length > 0) throw invalid(...problems);
  await repository.update(scope, id, {
    modifiedAt: scope.realTime,
    ...columns({ ...body, properties: reached?.properties }),
    ...(reached && { isConnected: reached.isConnected }),
  });
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
  const ids = await repository.findByFile(scope, fileId);
  for (const { id, organizationId, properties } of await repository.lock(scope, ids, 'UPDATE')) {
    await repository.update(scope, id, {
      modifiedAt: now,
      properties: withoutFile(jsonColumn<Downloads>(properties), fileId),
    });
    const snapshot = await get(scope, id);
    await record(scope, { kind: 'benefit.updated', organizationId, snapshot });
  }
}

/**
 * Follows the connections of an organization, in the caller's transaction: which of its benefits they reach, and how the
 * repositories are called now. Records `benefit.updated` for those that change.
 */
export async function followConnections(scope: Scope, organizationId: string): Promise<void> {
  const ids = await repository.findReachingOutside(scope, organizationId);
  for (const row of await repository.lock(scope, ids, 'UPDATE')) {
    const before = jsonColumn<StoredProperties>(row.properties);
    const { properties, isConnected } = await reach(scope, organizationId, before);
    if (isConnected === row.isConnected && isDeepStrictEqual(properties, before)) continue;
    await repository.update(scope, row.id, { modifiedAt: scope.realTime, properties, isConnected });
    const snapshot = await get(scope, row.id);
    await record(scope, { kind: 'benefit.updated', organizationId, snapshot });
  }
}

type StoredProperties = ReturnType<typeof storedProperties>;

/** What the connections of an organization know of what a benefit names: whether they reach it, and its present name. */
async function reach(
  scope: Scope,
  organizationId: string,
  properties: StoredProperties,
): Promise<{ properties: StoredProperties; isConnected: boolean; problems: Problem[] }> {
  if ('repository_owner' in properties) {
    const { repository_owner: owner, repository_name: name, repository_id: known } = properties;
    const found = known
      ? await findRepositoryById(scope, organizationId, known)
      : await findRepository(scope, organizationId, { owner, name });
    if (!found) return { properties, isConnected: false, problems: [] };
    const { externalOrganization, externalId } = found;
    const present = {
      ...properties,
      repository_owner: externalOrganization.name,
      repository_name: found.name,
      repository_id: externalId,
    };
    const isConnected = externalOrganization.status === 'connected';
    return { properties: present, isConnected, problems: [] };
  }
  if ('guild_id' in properties && properties.guild_id !== undefined) {
    const connection = await findGuild(scope, organizationId, properties.guild_id);
    if (!connection) return { properties, isConnected: false, problems: [] };
    const why = roleProblem(jsonColumn<DiscordRole[]>(connection.roles), properties.role_id);
    const isConnected = connection.status === 'connected' && why === null;
    const problems = why === null ? [] : [bodyProblem(['properties', 'role_id'], why)];
    return { properties, isConnected, problems };
  }
  return { properties, isConnected: false, problems: [] };
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
  { type, properties: stored }: repository.BenefitRow,
  properties: Record<string, unknown>,
  problems: Problem[],
): BenefitProperties | null {
  const result = updateProperties(type, stored).safeParse(properties);
  if (result.success) return result.data;
  problems.push(...problemsOf(result.error, 'body', ['properties']));
  return null;
}

/** Problems of the ids that are not uploaded files of the benefit's organization. */
async function fileProblems(
  scope: Scope,
  organizationId: string,
  properties: BenefitProperties,
): Promise<Problem[]> {
  if (!('files' in properties)) return [];
  const ids = properties.files;
  const found = await findUploadedFiles(scope, { organizationId, service: 'downloadable', ids });
  return ids.flatMap((id, index) =>
    found.has(id)
      ? []
      : [bodyProblem(['properties', 'files', index], 'Choose one of your downloadable files.')],
  );
}
