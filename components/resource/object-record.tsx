'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Right, useWhyNot } from '@/components/form/rights';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { EntityLink } from '@/components/shell/entity-link';
import { Disclosure } from '@/components/ui/disclosure';
import { JsonView } from '@/components/ui/json-view';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { Skeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import { RealTime } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { listEvents } from '@/lib/resources/events/contract';

const MOST_SHOWN = 20;

const TEXTS = {
  ofObject: 'Events',
  ofObjectFailed: 'the events',
  noneOfObject: 'No events yet.',
  allOfObject: (count: number) => `All ${count} events`,
  requests: 'API calls about it',
};

/** What the request log asks of its readers. */
const LOG_READERS: Right = { permissions: ['admin'], administrators: true };

/** The end of the page of an object that has events: these, and the object as the API answers it. */
export function ObjectRecord({ value }: { value: { id: string } }) {
  const [isOpened, setOpened] = useState(false);
  return (
    <div>
      <Disclosure
        label={TEXTS.ofObject}
        className="no-print border-t border-line py-3"
        labelClass="font-medium"
        onOpen={() => setOpened(true)}
      >
        {isOpened && <ObjectEvents id={value.id} />}
      </Disclosure>
      <JsonView value={value} />
    </div>
  );
}

/** The newest events of an object. */
function ObjectEvents({ id }: { id: string }) {
  const organization = useOrganization();
  const path = useOrganizationPath();
  const canReadLog = useWhyNot()(LOG_READERS) === null;
  const found = useQuery(
    query(listEvents, {
      query: { organization_id: [organization.id], object_id: [id], limit: MOST_SHOWN },
    }),
  );
  return (
    <QueryBoundary
      query={found}
      what={TEXTS.ofObjectFailed}
      skeleton={<Skeleton className="mt-2 h-6 w-64" />}
    >
      {({ items, pagination }) => (
        <div className="mt-2 flex flex-col gap-3">
          {items.length === 0 && <p className="text-muted">{TEXTS.noneOfObject}</p>}
          <ul className="flex flex-col gap-2">
            {items.map(({ id: event, type, created_at }) => (
              <li key={event} className="flex flex-wrap items-baseline gap-x-3">
                <EntityLink section="events" id={event}>
                  <span className="font-mono text-xs">{type}</span>
                </EntityLink>
                <span className="text-muted">
                  <RealTime value={created_at} show="datetime" />
                </span>
              </li>
            ))}
          </ul>
          <p className="flex flex-wrap gap-x-4 empty:hidden">
            {pagination.total_count > items.length && (
              <TextLink href={path(`events?query=${id}`)}>
                {TEXTS.allOfObject(pagination.total_count)}
              </TextLink>
            )}
            {canReadLog && (
              <TextLink href={path(`logs?object_id=${id}`)}>{TEXTS.requests}</TextLink>
            )}
          </p>
        </div>
      )}
    </QueryBoundary>
  );
}
