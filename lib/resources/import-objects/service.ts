import * as repository from '@/lib/resources/import-objects/repository';

export type { Change, TableName } from '@/lib/resources/import-objects/repository';

/** What imports ask of the objects that they have made or changed, and of what they have called them. */
export const { forgetNamed, isTaken, liveIds, lockObjects, removeExternalIds, removeOtherNames } =
  repository;
