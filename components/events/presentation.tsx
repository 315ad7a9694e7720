import { CustomerLink } from '@/components/entities/customer-link';
import { isErased, shownObject } from '@/components/events/objects';
import { ACTORS, EVENT_TEXTS } from '@/components/events/texts';
import { presentation } from '@/components/resource/presentation';
import { created } from '@/components/resource/times';
import { EntityLink } from '@/components/shell/entity-link';
import { RealTime, Time } from '@/components/ui/time';
import type { Event } from '@/lib/resources/events/schema';

export const EVENT = presentation<Event>()('event', {
  name: ({ type }) => type,
  isInRealTime: true,
  fields: {
    type: {
      label: 'Type',
      column: {
        width: 210,
        cell: ({ type }) => <span className="font-mono text-xs">{type}</span>,
      },
    },
    number: {
      label: 'Number',
      value: ({ number }) => number,
      column: { sort: 'number', width: 90, align: 'end', mobile: 'end' },
    },
    object: {
      label: 'Object',
      column: { width: 210, mobile: 'sub', cell: (event) => <bdi>{shownObject(event).name}</bdi> },
      fact: (event) => <ObjectLink event={event} />,
    },
    data: {
      label: 'Data',
      value: (event) => isErased(event) && EVENT_TEXTS.erased,
    },
    customer: {
      label: 'Customer',
      value: ({ customer_id: id }) => id !== null && <CustomerLink id={id} />,
    },
    actor: {
      label: 'Caused by',
      value: ({ actor: { type, name } }) => name ?? ACTORS[type],
      column: { width: 180 },
    },
    // In real time, whatever the organization's clock says.
    created: {
      ...created({ width: 140, show: 'minute' }),
      fact: ({ created_at }) => <RealTime value={created_at} show="datetime" />,
    },
    occurred_at: {
      label: 'Occurred',
      // Left out where it is the same minute: background work goes by the time at which it began.
      value: ({ occurred_at, created_at }) =>
        occurred_at.slice(0, 16) !== created_at.slice(0, 16) && (
          <Time value={occurred_at} show="datetime" />
        ),
    },
    cause: {
      label: 'Follows from',
      value: ({ cause_id: id }) => id !== null && <CauseLink id={id} />,
    },
    request_id: {
      label: 'Request ID',
      value: ({ request_id: id }) =>
        id !== null && <span className="font-mono text-xs wrap-anywhere">{id}</span>,
    },
  },
});

function ObjectLink({ event }: { event: Event }) {
  const { noun, section, name } = shownObject(event);
  const text = (
    <>
      {noun} <bdi>{name}</bdi>
    </>
  );
  return section === null ? (
    text
  ) : (
    <EntityLink section={section} id={event.object_id}>
      {text}
    </EntityLink>
  );
}

function CauseLink({ id }: { id: string }) {
  return (
    <EntityLink section="events" id={id}>
      {EVENT_TEXTS.itsCause}
    </EntityLink>
  );
}
