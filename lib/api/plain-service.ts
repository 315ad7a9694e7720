import { bodyColumns, type Columns } from '@/lib/api/columns';
import { commit } from '@/lib/api/commands';
import { listAndExport } from '@/lib/api/list';
import { organizationFor } from '@/lib/api/tenancy';
import { orNotFound } from '@/lib/contract/errors';
import type { Scope } from '@/lib/database/connection/scope';
import type { Prisma } from '@/lib/database/generated/client';
import type { Listing } from '@/lib/database/query/listing';
import type { ModelRow } from '@/lib/database/rows/mapping';
import { newId } from '@/lib/runtime/ids';

/** What a service without rules of its own needs of its repository; `crud` and a list make one. */
interface Repository<Query, Row, Created, Changed> {
  list: (scope: Scope, query: Query) => Listing<Row>;
  find: (scope: Scope, id: string) => Promise<Row | null>;
  create: (scope: Scope, data: Created & Own) => Promise<Row>;
  update: (scope: Scope, id: string, data: Changed & { modifiedAt: Date }) => Promise<Row>;
  remove: (scope: Scope, id: string) => Promise<void>;
}

interface Own {
  id: string;
  organizationId: string;
  createdAt: Date;
}

/**
 * The functions of a service that has no rules of its own: `plainService<LinkCreate, LinkUpdate>()('Link', …)`. A
 * resource that gets a rule writes the function with it out and takes the others from here.
 */
export function plainService<
  Create extends { organization_id?: string | null | undefined },
  Update extends object,
>() {
  return <Model extends Prisma.ModelName, Query, Row, Item extends object>(
    model: Model,
    repository: Repository<
      Query,
      Row,
      Columns<ModelRow<Model>, Create>,
      Columns<ModelRow<Model>, Update>
    >,
    serialize: (row: Row) => Item,
  ) => {
    const columns = bodyColumns(model);
    const words = model.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
    return {
      ...listAndExport(repository.list, serialize),
      /** Throws 404. */
      get: async (scope: Scope, id: string): Promise<Item> =>
        serialize(orNotFound(await repository.find(scope, id), `The ${words}`)),
      create: async (scope: Scope, body: Create): Promise<Item> => {
        const organizationId = organizationFor(scope, body.organization_id);
        return commit(scope, async (scope) => {
          const own = { id: newId(), organizationId, createdAt: scope.realTime };
          return serialize(await repository.create(scope, { ...columns(body), ...own }));
        });
      },
      /** Throws 404. */
      update: (scope: Scope, id: string, body: Update): Promise<Item> =>
        commit(scope, async (scope) => {
          const changes = { modifiedAt: scope.realTime, ...columns(body) };
          return serialize(await repository.update(scope, id, changes));
        }),
      /** Throws 404. */
      remove: (scope: Scope, id: string): Promise<void> =>
        commit(scope, (scope) => repository.remove(scope, id)),
    };
  };
}
