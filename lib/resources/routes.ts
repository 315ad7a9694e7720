import type { z } from 'zod';
import type { RouteHandler } from '@/lib/api/implement';
import type { Contract } from '@/lib/contract/contract';
import type { IdParams } from '@/lib/contract/fields';
import type { Batches } from '@/lib/contract/pagination';
import type { Scope } from '@/lib/database/connection/scope';
import { implement, implementExport } from '@/lib/resources/implement';

type Params = typeof IdParams;

/** The route handlers of plain operations, by the service function that answers each. */
export const route = {
  list: <P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, R extends z.ZodType>(
    operation: Contract<P, Q, B, R>,
    listAll: (scope: Scope, query: z.output<Q>) => Promise<z.output<R>>,
  ): RouteHandler => implement(operation, ({ scope, query }) => listAll(scope, query)),

  export: <P extends z.ZodObject, Q extends z.ZodObject, Item extends z.ZodType<object>>(
    operation: Contract<P, Q, z.ZodUndefined, z.ZodArray<Item>>,
    exportAll: (scope: Scope, query: z.output<Q>) => Batches<z.output<Item>>,
  ): RouteHandler => implementExport(operation, ({ scope, query }) => exportAll(scope, query)),

  create: <P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, R extends z.ZodType>(
    operation: Contract<P, Q, B, R>,
    create: (scope: Scope, body: z.output<B>) => Promise<z.output<R>>,
  ): RouteHandler => implement(operation, ({ scope, body }) => create(scope, body)),

  get: <Q extends z.ZodObject, B extends z.ZodType, R extends z.ZodType>(
    operation: Contract<Params, Q, B, R>,
    get: (scope: Scope, id: string) => Promise<z.output<R>>,
  ): RouteHandler => implement(operation, ({ scope, params }) => get(scope, params.id)),

  update: <Q extends z.ZodObject, B extends z.ZodType, R extends z.ZodType>(
    operation: Contract<Params, Q, B, R>,
    update: (scope: Scope, id: string, body: z.output<B>) => Promise<z.output<R>>,
  ): RouteHandler =>
    implement(operation, ({ scope, params, body }) => update(scope, params.id, body)),

  delete: <Q extends z.ZodObject, B extends z.ZodType>(
    operation: Contract<Params, Q, B, z.ZodUndefined>,
    remove: (scope: Scope, id: string) => Promise<void>,
  ): RouteHandler => implement(operation, ({ scope, params }) => remove(scope, params.id)),
};
