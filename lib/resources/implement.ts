import { createImplementExport } from '@/lib/api/export';
import { createImplement } from '@/lib/api/implement';
import { authenticate } from '@/lib/resources/identity/authenticate';
import { find } from '@/lib/resources/organizations/repository';

/** Makes the route handler of an operation from its contract and its function. */
export const implement = createImplement(authenticate);

/** The same for an export, whose function answers its rows in batches. */
export const implementExport = createImplementExport(
  implement,
  async (scope, id) => (await find(scope, id))?.timezone,
);
