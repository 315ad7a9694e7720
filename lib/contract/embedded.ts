import type { z } from 'zod';
import type { AnyOperation } from '@/lib/contract/contract';

declare module 'zod' {
  interface GlobalMeta {
    /** The tag of the resource whose objects the schema describes. */
    resource?: string;
  }
}

/**
 * The tags of the resources that an operation's answer shows: its own, and those of the objects that its
 * schema embeds, each named where it is declared by `.meta({ resource: 'products' })`, or by `embeds` without one.
 */
export function resourcesShownBy({ tag, response, embeds = [] }: AnyOperation): string[] {
  return [...new Set([tag, ...(response ? embeddedIn(response) : embeds)])];
}

/** The tags of the resources whose objects a command changes: its own, and what its contract says. */
export function resourcesChangedBy({ tag, changes = [] }: AnyOperation): string[] {
  return [tag, ...changes];
}

const known = new WeakMap<z.ZodType, readonly string[]>();

function embeddedIn(schema: z.ZodType): readonly string[] {
  const found = known.get(schema);
  if (found) return found;
  const own = schema.meta()?.resource ?? [];
  const all = [...new Set(partsOf(schema).flatMap(embeddedIn).concat(own))];
  known.set(schema, all);
  return all;
}

interface Definition {
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  options?: readonly z.ZodType[];
  innerType?: z.ZodType;
  valueType?: z.ZodType;
}

/** The schemas that a schema is made of: fields, items, alternatives, what may be null. */
export function partsOf(schema: z.ZodType): z.ZodType[] {
  const { shape = {}, element, options = [], innerType, valueType } = schema.def as Definition;
  const parts = [...Object.values(shape), ...options, element, innerType, valueType];
  return parts.filter((part) => part !== undefined);
}
