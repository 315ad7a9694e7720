import { purgeOldReplies } from '@/lib/api/idempotency';
import { foldTotals } from '@/lib/database/query/totals';
import { purgeAbandoned, redactEvents } from '@/lib/resources/checkouts/jobs';
import { expireAllDue } from '@/lib/resources/checkouts/service';
import { sweepFiles } from '@/lib/resources/files/jobs';
import { purgeOldSessions } from '@/lib/resources/identity/service';
import { purgeOldCounts } from '@/lib/resources/limits/service';
import { now } from '@/lib/runtime/clock';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { settleWaiting } from '@/lib/workflows/settle-payments';

export interface Task {
  name: string;
  run(): Promise<void>;
}

/** What every node does once a minute; each task is safe beside itself on another node. */
export const tasks: readonly Task[] = [
  { name: 'expire checkouts', run: () => expireAllDue(now()) },
  { name: 'settle payments', run: () => settleWaiting(now()) },
  { name: 'renew subscriptions', run: () => runDueSubscriptions(now()) },
  { name: 'fold totals', run: foldTotals },
  { name: 'purge replies', run: purgeOldReplies },
  { name: 'purge failures', run: () => purgeOldCounts(now()) },
  { name: 'sweep files', run: () => sweepFiles(now()) },
  { name: 'purge checkouts', run: () => purgeAbandoned(now()) },
  { name: 'redact events', run: redactEvents },
  { name: 'purge sessions', run: () => purgeOldSessions(now()) },
];

/**
 * Runs once at the start of the only node of a database, before it answers: whoever waited for a
 * payment is gone, so every waiting one is settled, however young.
 */
export async function recover(): Promise<void> {
  await settleWaiting(now(), 0);
}
