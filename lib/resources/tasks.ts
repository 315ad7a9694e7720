import { purgeExpiredReplies } from '@/lib/api/idempotency';
import { foldTotals } from '@/lib/database/query/totals';
import { purgeAbandoned, redactEvents } from '@/lib/resources/checkouts/jobs';
import { expireAllDue } from '@/lib/resources/checkouts/service';
import { sweepFiles } from '@/lib/resources/files/jobs';
import { purgeExpiredSessions } from '@/lib/resources/identity/service';
import { purgeExpiredWindows } from '@/lib/resources/limits/service';
import { now } from '@/lib/runtime/clock';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { settleWaiting } from '@/lib/workflows/settle-payments';

export interface Task {
  name: string;
  run(): Promise<void>;
}

/** The background tasks of every node, once a minute. Each may run on several nodes at the same time. */
export const tasks: readonly Task[] = [
  { name: 'expire checkouts', run: () => expireAllDue(now()) },
  { name: 'settle payments', run: () => settleWaiting(now()) },
  { name: 'renew subscriptions', run: () => runDueSubscriptions(now()) },
  { name: 'fold totals', run: foldTotals },
  { name: 'purge replies', run: purgeExpiredReplies },
  { name: 'purge failures', run: () => purgeExpiredWindows(now()) },
  { name: 'sweep files', run: () => sweepFiles(now()) },
  { name: 'purge checkouts', run: () => purgeAbandoned(now()) },
  { name: 'redact events', run: redactEvents },
  { name: 'purge sessions', run: () => purgeExpiredSessions(now()) },
];

/**
 * Runs once at the start of a single-node installation, before it answers requests: no request waits for a
 * payment, so every pending one is settled, whatever its age.
 */
export async function recover(): Promise<void> {
  await settleWaiting(now(), 0);
}
