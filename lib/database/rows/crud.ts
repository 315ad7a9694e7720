import type * as runtime from '@prisma/client/runtime/client';
import { db } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import type { Prisma } from '@/lib/database/generated/client';

type Operations<Model extends Prisma.ModelName> = Prisma.TypeMap['model'][Model]['operations'];
type Arguments<Model extends Prisma.ModelName, Verb extends 'create' | 'update'> = Extract<
  Operations<Model>[Verb]['args'],
  { data: unknown }
>['data'];
type Included<Model extends Prisma.ModelName> = Operations<Model>['findFirst']['args'] extends {
  include?: infer Include;
}
  ? Include
  : undefined;

/** What every model of the client does. */
interface Delegate {
  findFirst(args: object): Promise<unknown>;
  findMany(args: object): Promise<unknown>;
  create(args: object): Promise<unknown>;
  update(args: object): Promise<unknown>;
  delete(args: object): Promise<unknown>;
}

/**
 * The functions of a repository that do no more than read or write one row of a scope.
 *
 * @param include the relations of the rows
 */
export function crud<
  Model extends Prisma.ModelName,
  const Include extends Included<Model> = undefined & Included<Model>,
>(model: Model, include?: Include) {
  type Row = runtime.Types.Result.GetResult<
    Prisma.TypeMap['model'][Model]['payload'],
    { include: Include }
  >;
  const name = model.charAt(0).toLowerCase() + model.slice(1);
  const rows = (scope: Scope) =>
    (db(scope) as unknown as Record<string, Delegate>)[name] as Delegate;
  const joined = include ? { include } : {};
  return {
    /** Null where there is none in the scope. */
    find: (scope: Scope, id: string) =>
      rows(scope).findFirst({ where: { id }, ...joined }) as Promise<Row | null>,
    /** The rows with these ids, for `listing`. */
    load: (scope: Scope) => (ids: readonly string[]) =>
      rows(scope).findMany({ where: { id: { in: [...ids] } }, ...joined }) as Promise<Row[]>,
    create: (scope: Scope, data: Arguments<Model, 'create'>) =>
      rows(scope).create({ data, ...joined }) as Promise<Row>,
    /** Throws 404. */
    update: (scope: Scope, id: string, data: Arguments<Model, 'update'>) =>
      rows(scope).update({ where: { id }, data, ...joined }) as Promise<Row>,
    /** Throws 404. */
    remove: async (scope: Scope, id: string): Promise<void> => {
      await rows(scope).delete({ where: { id } });
    },
  };
}
