import { Prisma } from '@/lib/database/generated/client';

/** The names of a model's fields, in the order of the model. */
export function fieldsOf(model: string): string[] {
  const enumerations = Prisma as unknown as Record<string, Record<string, string> | undefined>;
  return Object.keys(enumerations[`${model}ScalarFieldEnum`] ?? {});
}
