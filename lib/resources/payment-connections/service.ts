import { listAndExportOf } from '@/lib/api/list';
import { ApiError, bodyProblem, invalid, orNotFound } from '@/lib/contract/errors';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { OutsideFailure, tryLater } from '@/lib/integrations/outgoing/failure';
import {
  type PaymentProcessor,
  processorOf,
  takesLivePayments,
} from '@/lib/integrations/payments/processor';
import { inBackground, paceOf } from '@/lib/integrations/stripe/pace';
import { connectionIn, stripeName, stripeProcessor } from '@/lib/integrations/stripe/processor';
import {
  createEndpoint,
  deleteEndpoint,
  KeyRefusal,
  registerDomain,
  type StripeAccount,
  tryKeys,
} from '@/lib/integrations/stripe/trial';
import { queueMail } from '@/lib/resources/mails/service';
import { administratorsOf } from '@/lib/resources/members/service';
import { suffixProblem } from '@/lib/resources/organizations/rules';
import { get as getOrganization } from '@/lib/resources/organizations/service';
import * as repository from '@/lib/resources/payment-connections/repository';
import { isTold, webhookPath } from '@/lib/resources/payment-connections/rules';
import type { PaymentConnection, PaymentMode } from '@/lib/resources/payment-connections/schema';
import { serializePaymentConnection } from '@/lib/resources/payment-connections/serialize';
import { publicUrl } from '@/lib/runtime/env';
import { log } from '@/lib/runtime/log';
import { decrypt, encrypt } from '@/lib/runtime/secrets';

// The accounts through which organizations are paid (docs/contract/payment-connections.md). What connects and closes them
// is lib/workflows/payment-connections.ts.

const PURPOSE = 'payment-connections';
/** So many failing connections are asked in one go, the longest unasked ones first. */
const PROBED_AT_ONCE = 50;

export type { PaymentConnectionRow } from '@/lib/resources/payment-connections/repository';
export const {
  create,
  findActive,
  findById,
  findUnpolled,
  keepEvent,
  purgeEvents,
  takePoll,
  update,
} = repository;

/** Throw 404. */
export const { listAll, exportAll } = listAndExportOf(
  getOrganization,
  repository.list,
  serializePaymentConnection,
);

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<PaymentConnection> {
  return serializePaymentConnection(await getRow(scope, id));
}

/** The row of {@link get}. Throws 404. */
export async function getRow(scope: Scope, id: string) {
  return orNotFound(await repository.find(scope, id), 'The payment connection');
}

/** The secret key of a connection, decrypted. */
export function secretKeyOf({ sealedSecretKey }: repository.PaymentConnectionRow): string {
  return decrypt(sealedSecretKey, PURPOSE);
}

/** The secret of its webhook endpoint, decrypted; null where it has none. */
export function webhookSecretOf(row: repository.PaymentConnectionRow): string | null {
  return row.sealedWebhookSecret === null ? null : decrypt(row.sealedWebhookSecret, PURPOSE);
}

export interface Keys {
  secretKey: string;
  publishableKey: string;
}

/**
 * Tries keys of an account, outside of any transaction: those of a connection, which are of its account, or new ones. Where
 * they `areKept` a refusal is noted of the connection. Throws 422 at the one that is not taken, and 503 where Stripe gives no
 * answer.
 */
export async function tryAccount(
  { secretKey, publishableKey }: Keys,
  of: { row: repository.PaymentConnectionRow; areKept: boolean } | null = null,
): Promise<StripeAccount> {
  try {
    return await tryKeys(secretKey, publishableKey, of?.row.accountId ?? null);
  } catch (error) {
    if (of?.areKept && error instanceof KeyRefusal) await fail(of.row, refusedProblem(error));

    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof KeyRefusal) return invalid(bodyProblem(error.field, error.message));
  if (!(error instanceof OutsideFailure)) return error;
  if (error.kind === 'limited' || error.kind === 'unavailable') return tryLater(error);
  return invalid(bodyProblem('secret_key', error.message));
}

/** The processor that a connection is. */
function connected(row: repository.PaymentConnectionRow): PaymentProcessor {
  const { id: connectionId, organizationId } = row;
  return stripeProcessor({
    name: stripeName(connectionId),
    connectionId,
    organizationId,
    secretKey: secretKeyOf(row),
    pace: paceOf(row),
    statementSuffix: async () => {
      const { statement_descriptor_suffix: suffix } = await getOrganization(
        systemScope(organizationId),
        organizationId,
      );
      // Another account may have a longer prefix than the one that it was chosen for.
      return suffix === null || suffixProblem(suffix, row.statementPrefix) ? null : suffix;
    },
    customerOf: async (buyerId, make) =>
      (await repository.findCustomer(connectionId, buyerId)) ??
      repository.keepCustomer({ connectionId, buyerId, organizationId, reference: await make() }),
    forgetCustomer: (reference) => repository.forgetCustomer(connectionId, reference),
    failed: async (failure) => {
      const problem = problemOf(failure);
      if (problem !== null) await fail(row, problem);
    },
  });
}

/**
 * The processor that takes an organization's next payment: its Stripe account, or in a sandbox without one the sandbox.
 * Throws 403 `payments_not_connected` for a live one without an account, and in a sandbox for a method that an account
 * stores (`methodOf`, a connection) which is not connected any more (docs/contract/payment-connections.md#live).
 */
export async function processorFor(
  scope: Scope,
  { id, isSandbox }: { id: string; isSandbox: boolean },
  methodOf: string | null = null,
): Promise<PaymentProcessor> {
  const row = await repository.findActive(scope, id);
  if (row) return connected(row);
  if (methodOf === null && (isSandbox || takesLivePayments())) return processorOf({ isSandbox });
  const detail = 'This seller can’t take payments at the moment.';
  throw new ApiError('NotPermitted', detail, { fields: { code: 'payments_not_connected' } });
}

/** The modes of the accounts that took payments, by the names that these have stored; without those of other processors. */
export async function modesOf(
  scope: Scope,
  names: readonly string[],
): Promise<ReadonlyMap<string, PaymentMode>> {
  const ids = new Set(names.flatMap((name) => connectionIn(name) ?? []));
  const found = ids.size === 0 ? [] : await repository.findModes(scope, [...ids]);
  return new Map(found.map(({ id, mode }) => [stripeName(id), mode]));
}

/** The processor by the name that a payment has stored; null for one of another kind. */
export async function processorNamed(name: string): Promise<PaymentProcessor | null> {
  const id = connectionIn(name);
  const row = id === null ? null : await repository.findById(id);
  return row && connected(row);
}

/** Whose calls are counted together. */
type Account = Parameters<typeof paceOf>[0];

/** How a connection's events arrive. */
export interface Webhook {
  status: repository.PaymentConnectionRow['webhookStatus'];
  endpointId: string | null;
  secret: string | null;
}

/** An endpoint of its own in the account, or the one whose secret was given. Throws 503 where Stripe gives no answer. */
export async function makeWebhook(
  id: string,
  { secretKey }: Pick<Keys, 'secretKey'>,
  { given, account }: { given: string | null | undefined; account: Account },
): Promise<Webhook> {
  if (given) return { status: 'manual', endpointId: null, secret: given };
  try {
    const url = publicUrl() + webhookPath(id);
    const made = await createEndpoint(secretKey, url, paceOf(account));
    if (!made) return { status: 'none', endpointId: null, secret: null };
    return { status: 'created', endpointId: made.id, secret: made.secret };
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Takes an endpoint away that no connection came of. */
export async function undoWebhook(
  { secretKey }: Keys,
  { endpointId }: Webhook,
  account: Account,
): Promise<void> {
  if (endpointId !== null) await deleteEndpoint(secretKey, endpointId, paceOf(account));
}

/** Columns of an account as Stripe has it, read at a time. */
export function accountColumns(account: StripeAccount, now: Date) {
  return {
    accountId: account.id,
    country: account.country,
    defaultCurrency: account.defaultCurrency,
    chargesEnabled: account.chargesEnabled,
    statementPrefix: account.statementPrefix,
    checkedAt: now,
  };
}

export function keyColumns({ secretKey, publishableKey }: Keys) {
  return { sealedSecretKey: encrypt(secretKey, PURPOSE), publishableKey };
}

export function webhookColumns({ status, endpointId, secret }: Webhook) {
  return {
    webhookStatus: status,
    webhookEndpointId: endpointId,
    sealedWebhookSecret: secret === null ? null : encrypt(secret, PURPOSE),
  };
}

const REFUSED = {
  unauthorized:
    'Stripe no longer accepts the secret key. Create a new one in Stripe and replace it here.',
  refused:
    'The key lacks a permission that payments need. Add it in Stripe, or replace the key here.',
};

/** What keys that were refused say of a connection, as the call of a payment that is refused does. */
function refusedProblem({ field, kind, message }: KeyRefusal): string {
  return field === 'secret_key' ? REFUSED[kind] : message;
}

/** What a failed call says of a connection; null where it says nothing of it. */
export function problemOf({ kind }: OutsideFailure): string | null {
  switch (kind) {
    case 'unauthorized':
    case 'refused':
      return REFUSED[kind];
    case 'limited':
      return 'Stripe is limiting calls to this account. Payments go on by themselves.';
    case 'unavailable':
      return 'Stripe isn’t responding. Payments go on by themselves once it does.';
    case 'missing':
    case 'invalid':
      return null;
  }
}

/**
 * Notes that a connection fails, and tells owners and admins, at most once an hour; one that is closed stays so. Is asked
 * again each minute until it answers.
 */
export async function fail(
  { id, organizationId }: Pick<repository.PaymentConnectionRow, 'id' | 'organizationId'>,
  problem: string,
): Promise<void> {
  await transaction(systemScope(organizationId), async (scope) => {
    const row = await getRow(scope, id);
    if (row.status === 'closed' || (row.status === 'failing' && row.problem === problem)) return;
    const now = scope.realTime;
    const isTelling = isTold(row.toldAt, now);
    await repository.update(scope, id, {
      status: 'failing',
      problem,
      modifiedAt: now,
      checkedAt: now,
      ...(isTelling && { toldAt: now }),
    });
    log.warn({ connection: id, organization: organizationId, problem }, 'payments fail');
    if (isTelling) await tell(scope, row, problem);
  });
}

async function tell(
  scope: Scope,
  { organizationId, accountId }: repository.PaymentConnectionRow,
  problem: string,
): Promise<void> {
  const { slug } = await getOrganization(scope, organizationId);
  const data = {
    account: accountId,
    problem,
    url: `${publicUrl()}/dashboard/${slug}/settings/payments`,
  };
  for (const { email: recipient, name: recipientName } of await administratorsOf(
    scope,
    organizationId,
  )) {
    const content = { kind: 'payments_failing', data, secrets: {} } as const;
    await queueMail(scope, { ...content, organizationId, recipient, recipientName });
  }
}

/** Notes that a connection that failed answers again. */
export async function recover(
  { id, organizationId }: Pick<repository.PaymentConnectionRow, 'id' | 'organizationId'>,
  account: StripeAccount,
): Promise<void> {
  const scope = systemScope(organizationId);
  const now = scope.realTime;
  await repository.transition(scope, id, ['failing'], {
    ...accountColumns(account, now),
    status: 'ok',
    problem: null,
    modifiedAt: now,
  });
}

/** So many domains are told in one go. */
const TOLD_AT_ONCE = 20;

/**
 * Tells accounts of the domains on which their buyers pay: that of the product, and those that embed a checkout
 * (docs/contract/payments.md#wallets). One that Stripe refuses has no wallets, and is not told again.
 */
export async function registerDomains(): Promise<void> {
  const unknown = await repository.findUnknownOrigins(new URL(publicUrl()).origin, TOLD_AT_ONCE);
  for (const { id, origin } of unknown) {
    const row = await repository.findById(id);
    if (!row) continue;
    const { hostname } = new URL(origin);
    try {
      await registerDomain(secretKeyOf(row), hostname, paceOf(row));
    } catch (error) {
      if (!(error instanceof OutsideFailure)) throw error;
      if (!['invalid', 'missing', 'refused'].includes(error.kind)) continue;
      log.warn({ connection: id, domain: hostname, err: error }, 'wallets are not offered');
    }
    await repository.addDomain(id, hostname);
  }
}

/**
 * Tries the keys of all connections that fail, those first that were not asked for longest: one that lacks a permission does
 * not answer again because its account can be read.
 */
export async function probe(now: Date): Promise<void> {
  for (;;) {
    const failing = await repository.findFailing(now, PROBED_AT_ONCE);
    await Promise.all(failing.map((row) => inBackground(() => probeOne(row))));
    if (failing.length < PROBED_AT_ONCE) return;
  }
}

async function probeOne(row: repository.PaymentConnectionRow): Promise<void> {
  try {
    await recover(row, await tryKeys(secretKeyOf(row), row.publishableKey, row.accountId));
  } catch (error) {
    const problem = problemFrom(error);
    if (problem === null) throw error;
    const scope = systemScope(row.organizationId);
    await repository.transition(scope, row.id, ['failing'], {
      checkedAt: scope.realTime,
      problem,
    });
  }
}

function problemFrom(error: unknown): string | null {
  if (error instanceof KeyRefusal) return refusedProblem(error);
  return error instanceof OutsideFailure ? problemOf(error) : null;
}
