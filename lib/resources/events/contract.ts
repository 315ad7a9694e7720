import { exportOf } from '@/lib/contract/export-of';
import { Id, many, queryInt, text } from '@/lib/contract/fields';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import { READING_PERMISSIONS } from '@/lib/resources/events/rules';
import { EVENT_SORTS, Event, EventTypeFilter } from '@/lib/resources/events/schema';

// Whoever may read any object may read the events of these objects (docs/contract/events.md#feed).
const events = resource('events', Event, { permissions: 'organizations' });

export const listEvents = events.list(
  {
    type: many(EventTypeFilter).meta({ description: 'Kinds, or all of an object: `order.*`.' }),
    object_id: many(Id),
    customer_id: many(Id),
    request_id: many(text({ min: 1, max: 64 })),
    cause_id: many(Id).meta({ description: 'What followed from these events.' }),
    after: queryInt({ min: 0, max: 2_147_483_647 })
      .optional()
      .meta({
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
