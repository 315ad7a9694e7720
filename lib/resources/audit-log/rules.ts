import { z } from 'zod';
import type { AnyContract } from '@/lib/contract/contract';
import { singularOf } from '@/lib/contract/nouns';
import { MASK, masked } from '@/lib/contract/secret';
import type { Caller } from '@/lib/database/connection/scope';
import type { Change } from '@/lib/resources/audit-log/schema';

/**
 * What sellers' programs write all the time, which has events of its own; refunds, whose events leave rows; apps, which keep
 * rows in each organization of their maker; and what is of one person alone.
 */
const NOT_KEPT = new Set([
  'checkouts',
  'customers',
  'refunds',
  'saved_views',
  'oauth2',
  'oauth2.clients',
]);

/** Whether an operation leaves a row of the audit log (docs/contract/events.md#audit-log). */
export function isAudited({ method, auth, tag }: AnyContract): boolean {
  return method !== 'GET' && auth === 'seller' && !NOT_KEPT.has(tag);
}

/** What operations do that are not called by their method. */
const ACTIONS: Readonly<Record<string, string>> = {
  'organizations:schedule_deletion': 'organization.deletion_scheduled',
  'organizations:cancel_deletion': 'organization.deletion_canceled',
  'products:update_benefits': 'product.updated',
  'files:uploaded': 'file.uploaded',
  'invitations:accept': 'invitation.accepted',
  'invitations:create': 'member.invited',
  'members:create': 'member.invited',
  'invitations:delete': 'invitation.deleted',
  'benefits:add_keys': 'benefit.keys_added',
  'imports:run': 'import.run',
  'imports:undo': 'import.undone',
  'imports:source-ended': 'import.source_ended',
  'imports:charge': 'import.charged',
  'license_keys:lease': 'license_key.leased',
  'organizations:rotate_lease_key': 'organization.lease_key_rotated',
  'license_keys:bulk': 'license_key.bulk_changed',
  'license_keys:rotate': 'license_key.rotated',
  'license_keys:reset_usage': 'license_key.usage_reset',
  'license_keys:transfer': 'license_key.transferred',
  'subscriptions:cancel': 'subscription.canceled',
  'subscriptions:retry': 'subscription.retried',
  'subscriptions:set_payment_method': 'subscription.payment_method_set',
  'test-clock:advance': 'test_clock.advanced',
  'webhook-deliveries:redeliver-endpoint': 'webhook_endpoint.redelivered',
  'webhook-deliveries:redeliver-event': 'event.redelivered',
  'webhook-endpoints:rotate-secret': 'webhook_endpoint.secret_rotated',
  'webhook-endpoints:test': 'webhook_endpoint.tested',
  'mails:resend': 'mail.resent',
  'mails:test': 'mail.tested',
};

const VERBS: Readonly<Record<string, string>> = {
  POST: 'created',
  PATCH: 'updated',
  PUT: 'updated',
  DELETE: 'deleted',
};

/** What an operation does: `product.updated`. */
export function actionOf({ id, tag, method }: AnyContract): string {
  return ACTIONS[id] ?? `${singularOf(tag)}.${VERBS[method]}`;
}

/** What operations are about that is not called as their section is. */
const KINDS: Readonly<Record<string, string>> = {
  'webhook-deliveries:redeliver-endpoint': 'webhook_endpoint',
  'webhook-deliveries:redeliver-event': 'event',
};

/** What kind of object an operation changes: `product`. */
export function kindOf({ id, tag }: AnyContract): string {
  return KINDS[id] ?? singularOf(tag);
}

/** What adds to the object that it names, which is no other one by that. */
const ADDITIONS = new Set(['benefits:add_keys']);

/** Whether an operation adds to an object that it does not change. */
export function isAddition({ id }: AnyContract): boolean {
  return ADDITIONS.has(id);
}

/** An event, as far as it tells a change. */
export interface ToldEvent {
  kind: string;
  organizationId: string;
  objectId: string;
  snapshot: object;
  before?: object;
}

/** What ends or changes a subscription without a seller: background work, or the customer in the portal. */
const OF_OTHERS = ['subscription.canceled', 'subscription.uncanceled', 'subscription.revoked'];

/**
 * The action of which an event leaves a row (docs/contract/events.md#audit-log); null for none. A refund is made and
 * settled in two transactions, the second perhaps by background work, so its events tell both, whoever acts. What
 * sellers do to subscriptions is kept by its operation.
 */
export function actionOfEvent({ kind, snapshot, before }: ToldEvent, { kind: caller }: Caller) {
  if (kind === 'refund.created' || kind === 'refund.updated') return kind;
  if (caller === 'user' || caller === 'organization') return null;
  if (OF_OTHERS.includes(kind)) return kind;
  const [was, is] = [before, snapshot] as { product_id?: string }[];
  const isMoved = kind === 'subscription.updated' && was && was.product_id !== is?.product_id;
  return isMoved ? kind : null;
}

type Json = Readonly<Record<string, unknown>>;

/** What a person calls an object: the first of these that it has. */
const NAMES = [
  'name',
  'label',
  'description',
  'display_key',
  'email',
  'code',
  'credit_note_number',
  'order_invoice_number',
  'reason',
  'url',
  'text',
];

/** The name of a printed object, or null. */
export function nameOf(...objects: readonly unknown[]): string | null {
  for (const object of objects) {
    for (const field of NAMES) {
      const value = (object as Json | null | undefined)?.[field];
      if (typeof value === 'string' && value !== '') return value.slice(0, 200);
    }
  }
  return null;
}

/** What changes by itself. */
const NO_CHANGE = /^(?:id|organization_id|created_at|modified_at|.*_count|customer|user|product)$/;
/** Longer values are cut. */
const MAX_VALUE = 1000;

/**
 * What has changed between two printed objects, by the schema of both: fields of fields by their path, secrets as `set`
 * and `changed` (docs/contract/events.md#audit-log).
 */
export function changesOf(
  schema: z.ZodType | undefined,
  before: unknown,
  after: unknown,
): Change[] {
  const changes: Change[] = [];
  const shown = [before, after].map((value) => flattened(schema ? masked(schema, value) : value));
  const [from = new Map(), to = new Map()] = shown;
  const [rawFrom, rawTo] = [flattened(before), flattened(after)];
  for (const field of new Set([...from.keys(), ...to.keys()])) {
    const [was, is] = [rawFrom.get(field), rawTo.get(field)].map((value) => value ?? null);
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    const isSecret = isMasked(from.get(field)) || isMasked(to.get(field));
    changes.push({
      field,
      before: isSecret ? was && 'set' : cut(from.get(field)),
      after: isSecret ? is && (was ? 'changed' : 'set') : cut(to.get(field)),
    });
  }
  return changes;
}

/** A value that is a secret, or a list with one in it. */
function isMasked(value: unknown): boolean {
  return JSON.stringify(value ?? null).includes(`"${MASK}"`);
}

function cut(value: unknown): unknown {
  const text = JSON.stringify(value ?? null);
  if (text.length <= MAX_VALUE) return value ?? null;
  return typeof value === 'string'
    ? `${value.slice(0, MAX_VALUE)}…`
    : `${text.slice(0, MAX_VALUE)}…`;
}

/** The values of an object by their paths: of objects in it by `settings.theme`, lists whole. */
function flattened(value: unknown, path = '', fields = new Map<string, unknown>()) {
  if (!isObject(value)) {
    if (path !== '') fields.set(path, value);
    return fields;
  }
  for (const [name, inner] of Object.entries(value)) {
    if (path === '' && NO_CHANGE.test(name)) continue;
    flattened(inner, path === '' ? name : `${path}.${name}`, fields);
  }
  return fields;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a new object was given: of what is printed of it, what the request has named. */
export function givenOf(body: unknown, answer: unknown): Json {
  const named = isObject(body) ? body : {};
  const printed = isObject(answer) ? answer : {};
  return Object.fromEntries(
    Object.keys(named).map((name) => [name, name in printed ? printed[name] : named[name]]),
  );
}

/** The schema of what is printed and sent: a change is masked by both. */
export function schemaOf({ body, response }: AnyContract): z.ZodType | undefined {
  const known = [body, response].filter((schema) => schema !== undefined);
  return known.length === 0 ? undefined : z.union(known);
}
