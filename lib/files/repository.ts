import { db, prisma } from '@/lib/database/client';
import type { File } from '@/lib/database/generated/client';
import type { Scope } from '@/lib/database/scope';
import type { FileService } from '@/lib/files/schema';

/** The uploaded files of one organization with these ids. */
export function findUploaded(
  scope: Scope,
  where: { organizationId: string; service: FileService; ids: readonly string[] },
): Promise<File[]> {
  const { organizationId, service, ids } = where;
  return db(scope).file.findMany({
    where: { id: { in: [...ids] }, organizationId, service, isUploaded: true },
  });
}

/** An uploaded picture, which everybody may see; it needs no tenant, its id is its address. */
export function findPublic(id: string): Promise<File | null> {
  return prisma().file.findFirst({
    where: { id, isUploaded: true, service: { in: ['product_media', 'organization_avatar'] } },
  });
}
