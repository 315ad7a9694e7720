'use client';

import { useQuery } from '@tanstack/react-query';
import { isErased, objectOf } from '@/components/events/objects';
import { EVENT } from '@/components/events/presentation';
import { EVENT_TEXTS } from '@/components/events/texts';
import { ObjectPage } from '@/components/resource/object-page';
import { useOrganization } from '@/components/session/organization';
import { EntityLink } from '@/components/shell/entity-link';
import { CopyButton } from '@/components/ui/copy-button';
import { CurlButton } from '@/components/ui/curl-button';
import { DetailColumns, DetailHeader, Facts } from '@/components/ui/detail';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { Section } from '@/components/ui/section';
import { query } from '@/lib/client/queries';
import { getEvent, listEvents } from '@/lib/resources/events/contract';
import type { Event } from '@/lib/resources/events/schema';

export function EventPage({ id }: { id: string }) {
  return (
    <ObjectPage of={EVENT} read={getEvent} id={id}>
      {(event) => <EventView event={event} />}
    </ObjectPage>
  );
}

function EventView({ event }: { event: Event }) {
  return (
    <>
      <DetailHeader
        title={event.type}
        subtitle={EVENT_TEXTS.numbered(event.number)}
        actions={<CurlButton operation={getEvent} input={{ params: { id: event.id } }} />}
      />
      <DetailColumns
        main={
          <>
            <EventData event={event} />
            {event.request_id !== null && <SameRequest event={event} id={event.request_id} />}
          </>
        }
        side={
          <Section title="Details">
            <Facts facts={EVENT.factsOf(event)} />
          </Section>
        }
      />
    </>
  );
}

function EventData({ event }: { event: Event }) {
  const text = JSON.stringify(event.data, null, 2);
  return (
    <Section
      title={EVENT_TEXTS.object(objectOf(event).noun)}
      aside={<CopyButton value={text} label={EVENT_TEXTS.copyData} />}
    >
      {isErased(event) && <p className="text-muted">{EVENT_TEXTS.erasedText}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <pre tabIndex={0} className="max-h-160 overflow-auto bg-sunken p-3 font-mono text-xs">
        {text}
      </pre>
    </Section>
  );
}

/** What else happened in the request of an event, in order. */
function SameRequest({ event, id }: { event: Event; id: string }) {
  const organization = useOrganization();
  const found = useQuery(
    query(listEvents, {
      query: {
        organization_id: [organization.id],
        query: id,
        sorting: ['number'],
        limit: 100,
      },
    }),
  );
  return (
    <Section title={EVENT_TEXTS.sameRequest}>
      <QueryBoundary query={found} what={EVENT_TEXTS.loadFailed}>
        {({ items }) => {
          const others = items.filter((one) => one.id !== event.id);
          if (others.length === 0) return <p className="text-muted">{EVENT_TEXTS.noOthers}</p>;
          return (
            <ul className="flex flex-col gap-2">
              {others.map((one) => (
                <li key={one.id} className="flex flex-wrap items-baseline gap-x-3">
                  <EntityLink section="events" id={one.id}>
                    <span className="font-mono text-xs">{one.type}</span>
                  </EntityLink>
                  <bdi className="text-muted">{objectOf(one).name}</bdi>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryBoundary>
    </Section>
  );
}
