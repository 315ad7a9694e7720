import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { Id, many, OrganizationFilter, queryInt, text } from '@/lib/contract/fields';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import { READING_PERMISSIONS } from '@/lib/resources/events/rules';
import { EVENT_SORTS, Event, EventTypeFilter } from '@/lib/resources/events/schema';

// Whoever may read any object may read the events of these objects (docs/contract/events.md#feed).
const events = resource('events', Event, { permissions: 'organizations' });

const types = many(EventTypeFilter).meta({ description: 'Kinds, or all of an object: `order.*`.' });
const number = queryInt({ min: 0, max: 2_147_483_647 }).optional();

export const listEvents = events.list(
  {
    type: types,
    object_id: many(Id),
    customer_id: many(Id),
    request_id: many(text({ min: 1, max: 64 })),
    cause_id: many(Id).meta({ description: 'What followed from these events.' }),
    after: number.meta({
      description:
        'Only those with greater numbers, in ascending order; 0 begins with the oldest that is kept. ' +
        '410 where events after this number are no longer kept, or it was never given.',
    }),
    sorting: sorting(EVENT_SORTS, '-number'),
  },
  {
    permissions: READING_PERMISSIONS,
    description:
      'Of one organization: a caller with several names it by `organization_id`. `query` is the id ' +
      'of an event, an object or a request.',
    errors: ['ResourceUnavailable'],
  },
);

export const exportEvents = exportOf(listEvents, [
  'id',
  'number',
  'type',
  'organization_id',
  'created_at',
  'occurred_at',
  'object_id',
  'customer_id',
  'actor.type',
  'actor.id',
  'actor.name',
  'request_id',
  'cause_id',
]);

export const getEvent = events.get({ permissions: READING_PERMISSIONS });

export const streamEvents = contract({
  id: 'events:stream',
  method: 'GET',
  path: '/v1/events/stream',
  tag: 'events',
  permissions: READING_PERMISSIONS,
  summary: 'Stream events',
  description:
    'Server-sent events of one organization: `id` is the number, `event` the type, `data` the event. ' +
    'A caller with several organizations names one by `organization_id`. Every 15 seconds an `id` without ' +
    'data says how far the stream is. After an interruption go on by the header `Last-Event-ID`, which wins ' +
    'over `after`.',
  query: z.object({
    organization_id: OrganizationFilter,
    type: types,
    after: number.meta({
      description:
        'Begins with the events after this number; 0 with the oldest that is kept, and without one with ' +
        'what is new. 410 as in the list.',
    }),
  }),
  response: Event,
  isStream: true,
  errors: ['ResourceUnavailable'],
});
