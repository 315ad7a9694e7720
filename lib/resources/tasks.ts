import { purgeExpiredReplies, releaseInterrupted } from '@/lib/api/idempotency';
import { foldTotals } from '@/lib/database/query/totals';
import { inBackground } from '@/lib/integrations/stripe/pace';
import { purgeExpiredSessions } from '@/lib/resources/accounts/service';
import { sweepImages } from '@/lib/resources/advertisements/jobs';
import { purgeAuditLog } from '@/lib/resources/audit-log/jobs';
import { rollOutBenefits } from '@/lib/resources/benefit-grants/jobs';
import { expireAllDue, purgeAbandoned, redactEvents } from '@/lib/resources/checkouts/jobs';
import { purgeCustomerSessions, sendPortalAccessJob } from '@/lib/resources/customer-sessions/jobs';
import { purgeOldEvents } from '@/lib/resources/events/jobs';
import { numberWaiting } from '@/lib/resources/events/service';
import { sweepFiles } from '@/lib/resources/files/jobs';
import { applyEffects, wakeDueEffects } from '@/lib/resources/grant-effects/jobs';
import { purgeImports, releaseImported, runImports } from '@/lib/resources/imports/jobs';
import { purgeDecisions } from '@/lib/resources/license-decisions/jobs';
import { changeLicenseKeys } from '@/lib/resources/license-key-bulks/jobs';
import { endAllUnused } from '@/lib/resources/license-keys/jobs';
import { purgeExpiredWindows } from '@/lib/resources/limits/service';
import { eraseOldMails, sendMails } from '@/lib/resources/mails/jobs';
import type { RenderMail } from '@/lib/resources/mails/kinds';
import { foldMetrics } from '@/lib/resources/metrics/jobs';
import { keepKeys } from '@/lib/resources/oauth-keys/service';
import { purgeTokens } from '@/lib/resources/oauth-tokens/service';
import {
  probe as probePayments,
  registerDomains,
} from '@/lib/resources/payment-connections/service';
import { uploadPoolKeys } from '@/lib/resources/pool-keys/jobs';
import { purgeRefusals } from '@/lib/resources/refusals/jobs';
import { turnRequestLogs } from '@/lib/resources/request-logs/jobs';
import { purgeTokenUsage } from '@/lib/resources/tokens/jobs';
import { purgeDeliveries, startDeliveries } from '@/lib/resources/webhook-deliveries/jobs';
import { switchOff } from '@/lib/resources/webhook-endpoints/service';
import { isClockWrong, realTime } from '@/lib/runtime/clock';
import type { Work, Worker } from '@/lib/runtime/jobs/worker';
import { advanceClock, requeueItem } from '@/lib/workflows/advance-clock';
import { finishSetups } from '@/lib/workflows/change-subscription';
import { readConnection, readConnections, reports } from '@/lib/workflows/connections';
import { eraseOrganizations, holdSubscriptions } from '@/lib/workflows/delete-organization';
import { eraseCustomer } from '@/lib/workflows/erase-customer';
import { learnPayment, pollEvents } from '@/lib/workflows/learn-payments';
import { settleInterruptedRefunds, settleWaitingRefunds } from '@/lib/workflows/refund-order';
import { remindBuyers } from '@/lib/workflows/remind-buyers';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { settleInterrupted, settleWaiting } from '@/lib/workflows/settle-payments';
import { tendKeyPool, tendKeyPools } from '@/lib/workflows/tend-key-pool';
import { watchImported } from '@/lib/workflows/watch-imports';

// Loaded with the first mail: few processes send any.
const renderMail: RenderMail = async (content, sender) =>
  (await import('@/lib/resources/mails/templates/render')).renderMail(content, sender);

/** What workers do. Everything in here is safe beside itself, on this node and on others. */
export const work: Work = {
  periodic: [
    { name: 'expire_checkouts', run: () => expireAllDue(realTime()) },
    { name: 'settle_payments', run: () => inBackground(() => settleWaiting(realTime())) },
    { name: 'finish_setups', run: () => inBackground(finishSetups) },
    { name: 'settle_refunds', run: () => inBackground(() => settleWaitingRefunds(realTime())) },
    { name: 'renew_subscriptions', run: () => inBackground(() => runDueSubscriptions(realTime())) },
    { name: 'remind_buyers', run: () => remindBuyers(realTime()) },
    { name: 'tend_key_pools', run: tendKeyPools },
    { name: 'end_activations', run: () => endAllUnused(realTime()) },
    { name: 'fold_totals', run: foldTotals },
    { name: 'fold_metrics', run: foldMetrics },
    { name: 'purge_replies', run: purgeExpiredReplies },
    { name: 'purge_failures', run: () => purgeExpiredWindows(realTime()) },
    { name: 'sweep_files', run: () => sweepFiles(realTime()) },
    { name: 'sweep_advertisement_images', run: () => sweepImages(realTime()) },
    { name: 'purge_checkouts', run: () => purgeAbandoned(realTime()) },
    { name: 'redact_events', run: redactEvents },
    { name: 'purge_events', run: () => purgeOldEvents(realTime()) },
    { name: 'purge_deliveries', run: () => purgeDeliveries(realTime()) },
    { name: 'purge_audit_log', run: () => purgeAuditLog(realTime()) },
    { name: 'purge_refusals', run: () => purgeRefusals(realTime()) },
    { name: 'purge_decisions', run: () => purgeDecisions(realTime()) },
    { name: 'purge_imports', run: () => purgeImports(realTime()) },
    { name: 'turn_request_logs', run: () => turnRequestLogs(realTime()) },
    { name: 'purge_oauth_tokens', run: () => purgeTokens(realTime()) },
    { name: 'keep_oauth_keys', run: () => keepKeys(realTime()) },
    { name: 'purge_token_usage', run: () => purgeTokenUsage(realTime()) },
    { name: 'wake_due_effects', run: () => wakeDueEffects(realTime()) },
    { name: 'read_connections', run: () => readConnections(realTime()) },
    { name: 'probe_payments', run: () => probePayments(realTime()) },
    { name: 'register_domains', run: () => inBackground(registerDomains) },
    { name: 'poll_payment_events', run: () => inBackground(() => pollEvents(realTime())) },
    { name: 'watch_imported', run: () => inBackground(watchImported) },
    { name: 'erase_mails', run: () => eraseOldMails(realTime()) },
    { name: 'purge_sessions', run: () => purgeExpiredSessions(realTime()) },
    { name: 'erase_organizations', run: () => eraseOrganizations(realTime()) },
    { name: 'purge_customer_sessions', run: () => purgeCustomerSessions(realTime()) },
  ],
  handlers: [
    advanceClock,
    requeueItem,
    rollOutBenefits,
    applyEffects(reports),
    readConnection,
    sendMails(renderMail),
    sendPortalAccessJob,
    eraseCustomer,
    learnPayment,
    holdSubscriptions,
    changeLicenseKeys,
    uploadPoolKeys,
    tendKeyPool,
    runImports,
    releaseImported,
  ],
};

/** Starts what delivers webhooks on a node that runs background work, by the clock of its computer. */
export function startWebhooks(): Worker {
  return startDeliveries(() => (isClockWrong() ? null : realTime()), switchOff);
}

/**
 * Runs once at the start of a single-node installation, before it answers requests: no request waits for a
 * payment or a refund, so every pending one is settled, whatever its age.
 */
export async function recover(): Promise<void> {
  await settleWaiting(realTime(), 0);
  await settleWaitingRefunds(realTime(), 0);
}

/**
 * What every node does each second, with the line of the log where it fails: what an outage of the database has broken
 * off on it, of which the others know only when its lease is over, and the numbers of events.
 */
export const eachSecond = [
  { run: finishInterrupted, failure: 'what an outage broke off is not finished' },
  { run: numberWaiting, failure: 'events are not numbered' },
] as const;

/** Finishes what an outage of the database has broken off on this node; throws while the database is away. */
export async function finishInterrupted(): Promise<void> {
  await releaseInterrupted();
  await settleInterruptedRefunds(realTime());
  await settleInterrupted(realTime());
}
