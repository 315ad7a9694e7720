'use client';

import { useQuery } from '@tanstack/react-query';
import { isErased, shownObject } from '@/components/events/objects';
import { EVENT } from '@/components/events/presentation';
import { EVENT_TEXTS } from '@/components/events/texts';
import { ObjectPage } from '@/components/resource/object-page';
import { useOrganization } from '@/components/session/organization';
import { EntityLink } from '@/components/shell/entity-link';
import { CodeBlock } from '@/components/ui/code-block';
import { CurlButton } from '@/components/ui/curl-button';
import { DetailColumns, DetailHeader, Facts } from '@/components/ui/detail';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { Section } from '@/components/ui/section';
import { Skeleton } from '@/components/ui/skeleton';
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
            <Others
              event={event}
              by={{ cause_id: [event.id] }}
              title={EVENT_TEXTS.caused}
              what={EVENT_TEXTS.causedFailed}
            />
            {event.request_id !== null && (
              <Others
                event={event}
                by={{ request_id: [event.request_id] }}
                title={EVENT_TEXTS.sameRequest}
                what={EVENT_TEXTS.loadFailed}
                none={EVENT_TEXTS.noOthers}
              />
            )}
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
  return (
    <Section title={EVENT_TEXTS.object(shownObject(event).noun)}>
      {isErased(event) && <p className="text-muted">{EVENT_TEXTS.erasedText}</p>}
      <CodeBlock code={JSON.stringify(event.data, null, 2)} label={EVENT_TEXTS.copyData} />
    </Section>
  );
}

/** The other events that a query finds, in their order; `none` stands where there are none, or nothing at all. */
function Others({
  event,
  by,
  title,
  what,
  none,
}: {
  event: Event;
  by: { request_id: string[] } | { cause_id: string[] };
  title: string;
  what: string;
  none?: string;
}) {
  const organization = useOrganization();
  const found = useQuery(
    query(listEvents, {
      query: { organization_id: [organization.id], ...by, sorting: ['number'], limit: 100 },
    }),
  );
  const others = found.data?.items.filter(({ id }) => id !== event.id);
  if (others?.length === 0 && none === undefined) return null;
  return (
    <Section title={title}>
      <QueryBoundary query={found} what={what} skeleton={<Skeleton className="h-6 w-64" />}>
        {() =>
          others?.length === 0 ? (
            <p className="text-muted">{none}</p>
          ) : (
            <ul className="flex flex-col gap-2">
              {others?.map((one) => (
                <li key={one.id} className="flex flex-wrap items-baseline gap-x-3">
                  <EntityLink section="events" id={one.id}>
                    <span className="font-mono text-xs">{one.type}</span>
                  </EntityLink>
                  <bdi className="text-muted wrap-anywhere">{shownObject(one).name}</bdi>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Section>
  );
}
