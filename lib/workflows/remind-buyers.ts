import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { mailReminder } from '@/lib/resources/sale-mails/service';
import { findReminders, takeReminder } from '@/lib/resources/subscriptions/service';
import { log } from '@/lib/runtime/log';

const BATCH = 100;

/**
 * Sends every reminder that is due by its organization's clock (docs/contract/mail.md#reminders). Safe beside itself
 * on other nodes. One that fails is logged and left for the next time.
 */
export async function remindBuyers(realTime: Date): Promise<void> {
  const failed: string[] = [];
  for (;;) {
    const due = await findReminders(realTime, { limit: BATCH, except: failed });
    for (const { id, organizationId, now } of due) {
      try {
        await remind(organizationId, { id, now });
      } catch (error) {
        failed.push(id);
        log.error({ err: error, subscription: id }, 'a buyer could not be reminded');
      }
    }
    if (due.length < BATCH) return;
  }
}

/** Sends a reminder that is due at the organization's time `now`, once. */
export function remind(organizationId: string, due: { id: string; now: Date }): Promise<void> {
  return transaction(systemScope(organizationId, due.now), async (scope) => {
    const row = await takeReminder(scope, due);
    if (row) await mailReminder(scope, row);
  });
}
