import type { Permission } from '@/lib/contract/permissions';
import {
  type Event,
  type EventKind,
  type EventTypeFilter,
  objectOf,
} from '@/lib/resources/events/schema';

/** What a caller needs to see the events of an object, by the first part of their kinds. */
const PERMISSION_OF_OBJECT: Readonly<Record<string, Permission>> = {
  benefit: 'benefits:read',
  benefit_grant: 'benefits:read',
  checkout: 'checkouts:read',
  customer: 'customers:read',
  import: 'imports:read',
  license_key: 'license_keys:read',
  order: 'orders:read',
  organization: 'organizations:read',
  payment: 'orders:read',
  product: 'products:read',
  refund: 'orders:read',
  subscription: 'subscriptions:read',
};

/** The permissions of which one is needed to see any event. */
export const READING_PERMISSIONS: readonly Permission[] = [
  ...new Set(Object.values(PERMISSION_OF_OBJECT)),
];

/** The permission to see the events of a kind or of a family (`order.*`). */
export function permissionOf(type: EventTypeFilter): Permission {
  const permission = PERMISSION_OF_OBJECT[objectOf(type)];
  if (!permission) throw new Error(`Nothing says who may see ${type}`);
  return permission;
}

/** The sections of the dashboard that objects have their pages in, by the first part of their kinds. */
const SECTIONS: Readonly<Record<string, string>> = {
  benefit: 'benefits',
  checkout: 'checkouts',
  customer: 'customers',
  license_key: 'license-keys',
  order: 'orders',
  product: 'products',
  refund: 'refunds',
  subscription: 'subscriptions',
};

/** The section of the dashboard in which the object of an event has its page; null where it has none. */
export function pageOfObject(type: string): string | null {
  return SECTIONS[objectOf(type)] ?? null;
}

/** A text within the data of an event, by its path: `product.name`; null where there is none, or an empty one. */
export function textAt(data: Event['data'], path: string): string | null {
  const value = path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Event['data'] | null | undefined)?.[key], data);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The kinds that a filter names: a family stands for all of its own. */
export function kindsOf(
  filter: readonly EventTypeFilter[],
  kinds: readonly EventKind[],
): EventKind[] {
  const named = new Set<string>(filter);
  return kinds.filter((kind) => named.has(kind) || named.has(`${objectOf(kind)}.*`));
}

/** An event in the transaction that records it. */
export interface RecordedEvent {
  id: string;
  kind: EventKind;
  objectId: string;
  snapshot: object;
}

/**
 * How an event names its cause: a field with the id of the object of that, or the same value as a field of a kind of
 * object (`in`), as a path.
 */
interface Link {
  field: string;
  in?: { object: string; field: string };
}

/** What events follow from, the best first, by their kinds or the first part of these. */
const CAUSES: Readonly<Record<string, readonly Link[]>> = {
  benefit_grant: [
    { field: 'order_id' },
    { field: 'subscription_id', in: { object: 'order', field: 'subscription_id' } },
    { field: 'subscription_id' },
  ],
  'checkout.updated': [{ field: 'id', in: { object: 'payment', field: 'checkout_id' } }],
  license_key: [
    { field: 'id', in: { object: 'benefit_grant', field: 'properties.license_key_id' } },
  ],
  'order.created': [{ field: 'subscription_id' }, { field: 'checkout_id' }],
  'order.updated': [{ field: 'id', in: { object: 'refund', field: 'order_id' } }],
  refund: [{ field: 'order_id' }],
  subscription: [
    { field: 'id', in: { object: 'payment', field: 'subscription_id' } },
    { field: 'checkout_id' },
  ],
};

/**
 * The event that led to one of the same transaction, or null: a renewal's `order.created` follows from the
 * `subscription.updated`, a grant from its order (docs/contract/events.md#causes). It is the last one before it that
 * is about an object which it names, or else the first one after it.
 *
 * @param place where the event stands among `events`, which are in their order
 */
export function causeOf(events: readonly RecordedEvent[], place: number): string | null {
  const event = events[place];
  if (!event) return null;
  for (const { field, in: other } of CAUSES[event.kind] ?? CAUSES[objectOf(event.kind)] ?? []) {
    const named = valueIn(event, field);
    if (named === null) continue;
    const isCause = (one: RecordedEvent) =>
      other
        ? objectOf(one.kind) === other.object && valueIn(one, other.field) === named
        : one.objectId === named;
    const cause = events.slice(0, place).findLast(isCause) ?? events.slice(place + 1).find(isCause);
    if (cause) return cause.id;
  }
  return null;
}

function valueIn({ snapshot }: RecordedEvent, path: string): string | null {
  return textAt(snapshot as Event['data'], path);
}

/** Whose object it is that an event shows: the customer himself, or the one that it names, or null. */
export function customerOf({
  kind,
  snapshot,
}: Pick<RecordedEvent, 'kind' | 'snapshot'>): string | null {
  const path = objectOf(kind) === 'customer' ? 'id' : 'customer_id';
  return textAt(snapshot as Event['data'], path);
}

/** The oldest number that is kept and the newest that was given; null and 0 where there is none. */
export interface NumberWindow {
  oldest: number | null;
  newest: number;
}

/**
 * Whether a reader who has seen all up to `after` can go on from there without missing an event; 0 begins with the
 * oldest that is kept (docs/contract/events.md#reading-on).
 */
export function canReadOn({ oldest, newest }: NumberWindow, after: number): boolean {
  if (after === 0) return true;
  return after >= (oldest ?? newest + 1) - 1 && after <= newest;
}
