import { bodyColumns } from '@/lib/api/columns';
import { commit } from '@/lib/api/commands';
import { listAndExport } from '@/lib/api/list';
import { organizationFor } from '@/lib/api/tenancy';
import { bodyProblem, invalid, orNotFound } from '@/lib/contract/errors';
import { SECRET_PREFIX } from '@/lib/contract/secret-prefixes';
import { HOUR_MS } from '@/lib/contract/times';
import { appOf, type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { recordOwnChanges } from '@/lib/resources/audit-log/service';
import { queueMail } from '@/lib/resources/mails/service';
import { administratorsOf } from '@/lib/resources/members/service';
import { get as getOrganization } from '@/lib/resources/organizations/service';
import type { WebhookFormat } from '@/lib/resources/webhook-deliveries/schema';
import {
  openForEndpoint,
  requireReadable,
  sealForEndpoint,
  sendSkipped,
  skipPending,
} from '@/lib/resources/webhook-deliveries/service';
import * as repository from '@/lib/resources/webhook-endpoints/repository';
import {
  chosenEvents,
  healthOf,
  healthSince,
  isMasked,
  kindsTaken,
  MAX_ENDPOINTS,
  shownUrl,
} from '@/lib/resources/webhook-endpoints/rules';
import type {
  WebhookDisabledReason,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointUpdate,
  WebhookEndpointWithSecret,
  WebhookEventType,
  WebhookHealth,
  WebhookSecretRotation,
} from '@/lib/resources/webhook-endpoints/schema';
import { serializeWebhookEndpoint } from '@/lib/resources/webhook-endpoints/serialize';
import { publicUrl } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { randomToken } from '@/lib/runtime/secrets';

const columns = bodyColumns('WebhookEndpoint');

export const { listAll, exportAll } = listAndExport(repository.list, serializeWebhookEndpoint);

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<WebhookEndpoint> {
  return serializeWebhookEndpoint(await findEndpoint(scope, id));
}

/**
 * Adds an endpoint, whose secret the answer alone shows. Throws 403 for kinds of events whose objects the caller may not
 * read, and 422 for the 21st of an organization, for a masked address, and without https for a live one.
 */
export function create(
  scope: Scope,
  body: WebhookEndpointCreate,
): Promise<WebhookEndpointWithSecret> {
  const organizationId = organizationFor(scope, body.organization_id);
  requireReadable(scope, kindsTaken(body.events));
  return commit(scope, async (scope) => {
    await requireUrl(scope, organizationId, body.url);
    if ((await repository.countLocked(scope, organizationId)) >= MAX_ENDPOINTS) {
      const problem = `An organization has at most ${MAX_ENDPOINTS} webhook endpoints. Delete one first.`;
      throw invalid(bodyProblem([], problem));
    }
    const secret = body.secret ?? newSecret();
    const row = await repository.create(scope, {
      ...columns(body),
      id: newId(),
      organizationId,
      createdAt: scope.realTime,
      grantId: appOf(scope.caller)?.grantId ?? null,
      events: chosenEvents(body.events),
      ...addressOf(body.url, body.format),
      ...secretColumns(secret),
      health: { create: { organizationId } },
    });
    return { ...serializeWebhookEndpoint(row), secret };
  });
}

/**
 * Throws 404, and 403 and 422 as {@link create}. Switching it off skips what waits; switching it on forgets failures, and
 * sends what was missed where the body says so.
 */
export function update(
  scope: Scope,
  id: string,
  { redeliver_missed: isRedelivered, events, url: given, ...body }: WebhookEndpointUpdate,
): Promise<WebhookEndpoint> {
  return commit(scope, async (scope) => {
    const before = await findEndpoint(scope, id);
    requireReadable(scope, kindsTaken(events ?? (before.events as WebhookEventType[])));
    // The masked address of a chat, sent back as it was read, leaves the address as it is.
    const url = before.format !== 'raw' && given === before.url ? undefined : given;
    if (url !== undefined) await requireUrl(scope, before.organizationId, url);
    const { format = before.format, is_enabled: isEnabled = before.isEnabled } = body;
    requireNewUrl(before, { format: body.format, url });
    if (body.is_enabled !== undefined || isRedelivered) {
      await repository.holdNumbering(scope, before.organizationId);
    }
    await repository.update(scope, id, {
      ...columns(body),
      modifiedAt: scope.realTime,
      ...(events && { events: chosenEvents(events) }),
      ...addressOf(url ?? openForEndpoint(before.sealedUrl), format),
      ...(body.is_enabled !== undefined && { disabledReason: null }),
    });
    if (body.is_enabled === true) await repository.forgetFailures(scope, id);
    if (!isEnabled) await skipPending(scope, id);
    else if (isRedelivered) await sendSkipped(scope, id);
    return get(scope, id);
  });
}

/** Throws 404. What waits is not sent any more; the deliveries are kept. */
export function remove(scope: Scope, id: string): Promise<void> {
  return commit(scope, async (scope) => {
    const { organizationId } = await findEndpoint(scope, id);
    await repository.holdNumbering(scope, organizationId);
    await repository.remove(scope, id);
    await skipPending(scope, id);
  });
}

/** Makes a new secret, beside which the old one signs for a while. Throws 404. */
export function rotateSecret(
  scope: Scope,
  id: string,
  { overlap_hours: hours }: WebhookSecretRotation,
): Promise<WebhookEndpointWithSecret> {
  return commit(scope, async (scope) => {
    const { sealedSecret } = await findEndpoint(scope, id);
    const secret = newSecret();
    const until = new Date(scope.realTime.getTime() + hours * HOUR_MS);
    const row = await repository.update(scope, id, {
      modifiedAt: scope.realTime,
      ...secretColumns(secret),
      previousSealedSecret: hours === 0 ? null : sealedSecret,
      previousSecretUntil: hours === 0 ? null : until,
    });
    return { ...serializeWebhookEndpoint(row), secret };
  });
}

/** Throws 404. */
export async function health(scope: Scope, id: string): Promise<WebhookHealth> {
  await findEndpoint(scope, id);
  const { realTime: now } = scope;
  return healthOf(await repository.countTries(scope, id, healthSince(now)), now);
}

/** Switches an endpoint off because of its answers, and tells owners and admins; does nothing where it is off already. */
export function switchOff(
  organizationId: string,
  id: string,
  reason: WebhookDisabledReason,
): Promise<void> {
  return transaction(systemScope(organizationId), async (scope) => {
    // Before the numbers, as by a request that changes it.
    await repository.lock(scope, id);
    await repository.holdNumbering(scope, organizationId);
    const endpoint = await repository.disable(id, reason, scope);
    if (!endpoint) return;
    await skipPending(scope, id);
    const after = serializeWebhookEndpoint(endpoint);
    await recordOwnChanges(scope, [
      {
        organizationId,
        action: 'webhook_endpoint.disabled',
        object: { kind: 'webhook_endpoint', id, name: endpoint.url },
        before: { ...after, is_enabled: true, disabled_reason: null },
        after,
      },
    ]);
    const { slug } = await getOrganization(scope, organizationId);
    const data = {
      endpoint_url: endpoint.url,
      reason,
      url: `${publicUrl()}/dashboard/${slug}/webhooks/${id}`,
    };
    for (const { email: recipient, name: recipientName } of await administratorsOf(
      scope,
      organizationId,
    )) {
      const content = { kind: 'webhook_disabled', data, secrets: {} } as const;
      await queueMail(scope, { ...content, organizationId, recipient, recipientName });
    }
  });
}

async function findEndpoint(scope: Scope, id: string) {
  return orNotFound(await repository.find(scope, id), 'The webhook endpoint');
}

function newSecret(): string {
  return `${SECRET_PREFIX.webhook}${randomToken()}`;
}

function secretColumns(secret: string) {
  return { sealedSecret: sealForEndpoint(secret), secretHint: secret.slice(-4) };
}

function addressOf(url: string, format: WebhookFormat) {
  return { url: shownUrl(url, format), sealedUrl: sealForEndpoint(url) };
}

/** Throws 422 where the address of a chat, which is a secret, would be shown as that of another format. */
function requireNewUrl(
  before: { format: WebhookFormat },
  { format = before.format, url }: { format?: WebhookFormat | undefined; url: string | undefined },
): void {
  if (before.format === 'raw' || format === before.format || url !== undefined) return;
  throw invalid(bodyProblem('url', 'Enter the address for this format.'));
}

/** Throws 422 where an address is masked, and where that of a live organization is not https. */
async function requireUrl(scope: Scope, organizationId: string, url: string): Promise<void> {
  if (isMasked(url)) {
    throw invalid(bodyProblem('url', 'This address is masked. Enter the whole address.'));
  }
  if (new URL(url).protocol === 'https:') return;
  const { is_sandbox: isSandbox } = await getOrganization(scope, organizationId);
  if (isSandbox) return;
  throw invalid(bodyProblem('url', 'Enter an address that starts with https://.'));
}
