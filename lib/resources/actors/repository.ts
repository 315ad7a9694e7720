import { db } from '@/lib/database/connection/client';
import type { StoredActor } from '@/lib/resources/actors/rules';

/** Adds the names that the actors of rows have now; `field` holds them. */
export async function withActors<Field extends string, Row extends Record<Field, unknown>>(
  rows: Row[],
  field: Field,
): Promise<Row[]> {
  const actors = rows.map((row) => row[field] as StoredActor);
  const idsOf = (type: string) => [
    ...new Set(actors.flatMap((actor) => (actor.type === type && actor.id ? [actor.id] : []))),
  ];
  const [users, tokens, customers] = [idsOf('user'), idsOf('token'), idsOf('customer')];
  const apps = idsOf('oauth_app');
  const names = new Map<string, string | null>();
  const named = async (ids: string[], find: (id: { in: string[] }) => Promise<Named[]>) => {
    if (ids.length === 0) return;
    for (const { id, name } of await find({ in: ids })) names.set(id, name);
  };
  const select = { id: true, name: true } as const;
  await Promise.all([
    named(users, (id) => db(null).user.findMany({ where: { id }, select })),
    named(tokens, (id) => db(null).token.findMany({ where: { id }, select })),
    named(apps, async (id) =>
      (await db(null).oAuthClient.findMany({ where: { id } })).map(({ id, clientName }) => ({
        id,
        name: clientName,
      })),
    ),
    named(customers, (id) =>
      db(null).customer.findMany({ where: { id, deletedAt: null }, select }),
    ),
  ]);
  return rows.map((row, place) => {
    const actor = actors[place];
    return actor?.id ? { ...row, [field]: { ...actor, name: names.get(actor.id) ?? null } } : row;
  });
}

interface Named {
  id: string;
  name: string | null;
}
