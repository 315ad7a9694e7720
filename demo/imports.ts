import { db } from '@/lib/database/connection/client';
import { newId } from '@/lib/runtime/ids';

const DAY = 86_400_000;

/** A list of customers that was brought from another tool: one row had no address. */
export async function makeImports(organizationId: string, moment: Date): Promise<void> {
  const createdAt = new Date(moment.getTime() - 40 * DAY);
  const id = newId();
  await db(null).import.create({
    data: {
      id,
      organizationId,
      createdAt,
      modifiedAt: createdAt,
      finishedAt: createdAt,
      kind: 'customers',
      source: 'lemon_squeezy',
      fileName: 'customers.csv',
      dryRun: true,
      status: 'done',
      phase: 'run',
      total: 24,
      isCounted: true,
      done: 24,
      skipped: 23,
      errorsCount: 1,
    },
  });
  await db(null).importError.create({
    data: {
      id: newId(),
      importId: id,
      organizationId,
      row: 17,
      column: 'email',
      code: 'invalid_email',
      detail: 'Enter an email address.',
    },
  });
}
