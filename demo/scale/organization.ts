import { DEMO_EMAIL } from '@/lib/auth/demo-seller';
import { db } from '@/lib/database/connection/client';
import { newId } from '@/lib/runtime/ids';

/** Whether there is a demo seller. */
export async function hasDemo(): Promise<boolean> {
  return (await db(null).user.count({ where: { email: DEMO_EMAIL } })) > 0;
}

/**
 * The organization to fill: the one with the slug, null where there is none; without a slug the one
 * for sales at scale, which the demo seller owns and which is made where it is missing.
 */
export async function findScaleOrganization(
  slug: string | undefined,
): Promise<{ id: string; slug: string } | null> {
  const wanted = slug ?? 'scale';
  const select = { id: true, slug: true };
  const found = await db(null).organization.findFirst({
    where: { slug: { equals: wanted, mode: 'insensitive' } },
    select,
  });
  if (found || slug !== undefined) return found;
  const demo = await db(null).user.findUniqueOrThrow({ where: { email: DEMO_EMAIL } });
  return db(null).organization.create({
    data: {
      id: newId(),
      name: 'Northlight at Scale',
      slug: wanted,
      timezone: 'America/Los_Angeles',
      memberships: { create: { userId: demo.id, role: 'owner' } },
    },
    select,
  });
}
