import { z } from 'zod';
import { Id, Timestamp } from '@/lib/contract/fields';
import { EventActor } from '@/lib/resources/actors/schema';

/**
 * The kinds of events that this version records: published ones, and those that are added
 * (docs/contract/events.md#kinds).
 */
export const EVENT_KINDS = [
  'benefit.created',
  'benefit.updated',
  'benefit_grant.created',
  'benefit_grant.updated',
  'benefit_grant.revoked',
  'checkout.created',
  'checkout.updated',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'import.completed',
  'license_key.created',
  'license_key.updated',
  'order.created',
  'order.updated',
  'organization.updated',
  'payment.failed',
  'product.created',
  'product.updated',
  'refund.created',
  'refund.updated',
  'subscription.created',
  'subscription.updated',
  'subscription.active',
  'subscription.past_due',
  'subscription.canceled',
  'subscription.uncanceled',
  'subscription.revoked',
] as const;

export const EventKind = z.enum(EVENT_KINDS).meta({ id: 'EventType' });
export type EventKind = z.infer<typeof EventKind>;

/** `order.*` is all kinds that begin with `order.`. */
type Family = EventKind extends infer Kind
  ? Kind extends `${infer Object}.${string}`
    ? `${Object}.*`
    : never
  : never;

/** The first part of a kind or family: what kind of object it is about. */
export function objectOf(type: string): string {
  return type.slice(0, type.indexOf('.'));
}

const FAMILIES = [...new Set(EVENT_KINDS.map((kind) => `${objectOf(kind)}.*` as Family))];

export const EventTypeFilter = z
  .enum([...EVENT_KINDS, ...FAMILIES])
  .meta({ id: 'EventTypeFilter' });
export type EventTypeFilter = z.infer<typeof EventTypeFilter>;

export const Event = z
  .object({
    id: Id,
    number: z.int().meta({ description: '1, 2, 3 and so on in each organization, without gaps.' }),
    type: EventKind,
    organization_id: Id,
    created_at: Timestamp,
    occurred_at: Timestamp.meta({ description: "The time by the organization's clock." }),
    object_id: Id,
    customer_id: Id.nullable(),
    data: z.record(z.string(), z.unknown()).meta({
      description:
        'The object as the API showed it then. Once its customer is erased: `{"id": …, "erased": true}`.',
    }),
    actor: EventActor.meta({ description: 'Who has caused it.' }),
    request_id: z.string().nullable(),
    cause_id: Id.nullable().meta({ description: 'The event that led to this one.' }),
  })
  .meta({ id: 'Event', resource: 'events' });
export type Event = z.infer<typeof Event>;

export const EVENT_SORTS = ['number'] as const;
export type EventSort = (typeof EVENT_SORTS)[number];
