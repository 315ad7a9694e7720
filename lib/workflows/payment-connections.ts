import { commit } from '@/lib/api/commands';
import { ApiError, bodyProblem, invalid, notFound } from '@/lib/contract/errors';
import { isUniqueViolation } from '@/lib/database/connection/errors';
import type { Scope } from '@/lib/database/connection/scope';
import { modeOf } from '@/lib/integrations/stripe/client';
import { getHeld, get as getOrganization } from '@/lib/resources/organizations/service';
import { modeFor, modeProblem } from '@/lib/resources/payment-connections/rules';
import type {
  PaymentConnection,
  PaymentConnectionCreate,
  PaymentConnectionUpdate,
} from '@/lib/resources/payment-connections/schema';
import * as connections from '@/lib/resources/payment-connections/service';
import { hasOpenAttempts } from '@/lib/resources/payments/service';
import { clocks } from '@/lib/resources/test-clocks/service';
import { newId } from '@/lib/runtime/ids';

/**
 * Connects an organization with its Stripe account (docs/contract/payment-connections.md#connecting). Throws 404; 409 where
 * one is connected, or the sandbox's clock was advanced; 422 at the key that is not taken; 503 where Stripe gives no answer.
 */
export async function connectStripe(
  scope: Scope,
  organizationId: string,
  body: PaymentConnectionCreate,
): Promise<PaymentConnection> {
  const organization = await getOrganization(scope, organizationId);
  const mode = modeFor(organization);
  const keys = { secretKey: body.secret_key, publishableKey: body.publishable_key };
  requireMode(mode, keys);
  await requireFree(scope, organizationId);
  const account = await connections.tryAccount(keys);
  const id = newId();
  const of = { accountId: account.id, mode };
  const webhook = await connections.makeWebhook(id, keys, {
    given: body.webhook_secret,
    account: of,
  });
  try {
    return await commit(scope, async (scope) => {
      await getHeld(scope, organizationId);
      await requireFree(scope, organizationId);
      await connections.create(scope, {
        id,
        organizationId,
        createdAt: scope.realTime,
        mode,
        ...connections.accountColumns(account, scope.realTime),
        ...connections.keyColumns(keys),
        ...connections.webhookColumns(webhook),
      });
      return connections.get(scope, id);
    });
  } catch (error) {
    await connections.undoWebhook(keys, webhook, of);
    throw isUniqueViolation(error) ? isTaken() : error;
  }
}

function requireMode(
  mode: PaymentConnection['mode'],
  { secretKey, publishableKey }: connections.Keys,
): void {
  for (const [field, key] of [
    ['secret_key', secretKey],
    ['publishable_key', publishableKey],
  ] as const) {
    const problem = modeProblem(mode, modeOf(key));
    if (problem) throw invalid(bodyProblem(field, problem));
  }
}

/** Throws 409 where an organization has a connection, or its clock was moved: Stripe's is not. */
async function requireFree(scope: Scope, organizationId: string): Promise<void> {
  if (await connections.findActive(scope, organizationId)) throw isTaken();
  if (await clocks.find(scope, organizationId)) {
    const detail =
      'The test clock of this sandbox was advanced, which Stripe would not follow. Connect Stripe to another sandbox.';
    throw new ApiError('Conflict', detail);
  }
}

const isTaken = () =>
  new ApiError('Conflict', 'A Stripe account is connected already. Disconnect it first.');

/** A connection by the path of its organization. Throws 404, and 403 for one that is closed. */
async function getOpen(scope: Scope, organizationId: string, id: string) {
  await getOrganization(scope, organizationId);
  const row = await connections.getRow(scope, id);
  if (row.organizationId !== organizationId) throw notFound('The payment connection');
  if (row.status === 'closed') {
    throw new ApiError('NotPermitted', 'This connection is closed. Connect the account again.');
  }
  return row;
}

/**
 * Replaces keys of the same account; what is left out stays as it is, and is tried again: an account that refuses that is
 * failing from then on. Throws 404, 403 for a closed one, and 422 and 503 as
 * {@link connectStripe}.
 */
export async function replaceKeys(
  scope: Scope,
  { id: organizationId, connection_id: id }: { id: string; connection_id: string },
  body: PaymentConnectionUpdate,
): Promise<PaymentConnection> {
  const row = await getOpen(scope, organizationId, id);
  const keys = {
    secretKey: body.secret_key ?? connections.secretKeyOf(row),
    publishableKey: body.publishable_key ?? row.publishableKey,
  };
  requireMode(row.mode, keys);
  const isNew = Object.values(body).some((value) => value != null);
  const account = await connections.tryAccount(keys, { row, areKept: !isNew });
  const hasNone = body.webhook_secret != null || row.webhookStatus === 'none';
  const webhook = hasNone
    ? await connections.makeWebhook(id, keys, { given: body.webhook_secret, account: row })
    : null;
  return commit(scope, async (scope) => {
    await connections.update(scope, id, {
      ...connections.accountColumns(account, scope.realTime),
      ...connections.keyColumns(keys),
      ...(webhook && connections.webhookColumns(webhook)),
      status: 'ok',
      problem: null,
      modifiedAt: scope.realTime,
    });
    return connections.get(scope, id);
  });
}

/**
 * Ends the sales through an account; its keys stay for refunds and disputes. Throws 404, and 409 while the outcome of a
 * payment is open.
 */
export async function disconnectStripe(
  scope: Scope,
  { id: organizationId, connection_id: id }: { id: string; connection_id: string },
): Promise<void> {
  await commit(scope, async (scope) => {
    await getHeld(scope, organizationId);
    await getOpen(scope, organizationId, id);
    if (await hasOpenAttempts(scope, organizationId)) {
      const detail = 'Payments are still open. Try again once they have succeeded or failed.';
      throw new ApiError('Conflict', detail);
    }
    await connections.update(scope, id, {
      status: 'closed',
      problem: null,
      modifiedAt: scope.realTime,
    });
  });
}
