import { findNamedOrganization } from '@/lib/auth/credentials';
import { clockOf, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { OutsideFailure } from '@/lib/integrations/outgoing/failure';
import { paceOf } from '@/lib/integrations/stripe/pace';
import { stripeName } from '@/lib/integrations/stripe/processor';
import { readSource, type SourceSubscription } from '@/lib/integrations/stripe/subscriptions';
import { findWatched, holdAfter, type Watched } from '@/lib/resources/imports/service';
import * as connections from '@/lib/resources/payment-connections/service';
import { methodColumns } from '@/lib/resources/payments/service';
import { lockSubscriptions, noteMethod, saveChanges } from '@/lib/resources/subscriptions/service';
import { log } from '@/lib/runtime/log';

/** So many are asked for by one run, each minute. */
const AT_ONCE = 50;

/**
 * Asks Stripe for some of the imported subscriptions that are held and are of a connected account: takes over what each is
 * charged to, and releases those that Stripe has ended (docs/contract/imports.md#held-subscriptions). Which ones is left to
 * chance, so that no one that fails keeps others waiting.
 */
export async function watchImported(): Promise<void> {
  for (const watched of await findWatched(AT_ONCE)) {
    try {
      const source = await askFor(watched);
      if (source) await note(watched, source);
    } catch (error) {
      if (!(error instanceof OutsideFailure)) throw error;
      log.warn({ err: error, subscription: watched.id }, 'Stripe did not tell of a subscription');
    }
  }
}

async function askFor({ connectionId, externalId }: Watched): Promise<SourceSubscription | null> {
  const row = await connections.findById(connectionId);
  if (!row) return null;
  const secretKey = connections.secretKeyOf(row);
  return readSource({ connectionId, secretKey, pace: paceOf(row) }, externalId);
}

async function note(
  { id, organizationId, connectionId }: Watched,
  { isOver, method }: SourceSubscription,
): Promise<void> {
  const { testClock } = await findNamedOrganization(organizationId);
  const time = testClock ?? systemScope(organizationId).realTime;
  await transaction(systemScope(organizationId, time), async (scope) => {
    const [row] = await lockSubscriptions(scope, [id]);
    if (row?.importHold !== 'source') return;
    const now = clockOf(scope, organizationId);
    const isNew = method !== null && row.paymentMethod === null;
    const columns = isNew ? methodColumns(method, stripeName(connectionId)) : {};
    if (isOver)
      await saveChanges(scope, row, { ...columns, ...holdAfter(row, 'source', now) }, now);
    else if (isNew) await noteMethod(scope, id, columns);
  });
}
