import { db } from '@/lib/database/connection/client';
import { eraseCustomer } from '@/lib/workflows/erase-customer';

/**
 * Does what the deletion of a customer has queued, and what that queues, without waiting for its time; returns the times.
 */
export async function runErasures(customerId: string): Promise<Date[]> {
  const taken = await db(null).$queryRaw<{ payload: object; at: Date }[]>`
    WITH mine AS (
      SELECT j.id FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
      WHERE t.identifier = ${eraseCustomer.name} AND j.payload ->> 'customer_id' = ${customerId})
    DELETE FROM graphile_worker._private_jobs j USING mine
    WHERE j.id = mine.id RETURNING j.payload, j.run_at AS at`;
  if (taken.length === 0) return [];
  for (const { payload } of taken) await eraseCustomer.run(payload, new AbortController().signal);
  return [...taken.map(({ at }) => at), ...(await runErasures(customerId))];
}
