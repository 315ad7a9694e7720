import { Prisma } from '@/lib/database/generated/client';

/** Template of a statement: what is interpolated becomes a parameter, or a part where it is SQL itself. */
export const { sql, empty, join, raw } = Prisma;
export type Sql = Prisma.Sql;
