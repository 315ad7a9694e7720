'use client';

import { useQuery } from '@tanstack/react-query';
import { type Right, useWhyNot } from '@/components/form/rights';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { EntityLink } from '@/components/shell/entity-link';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { Skeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import { RealTime } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { listEvents } from '@/lib/resources/events/contract';

const MOST_SHOWN = 20;

const TEXTS = {
  failed: 'the events',
  none: 'No events yet.',
  all: (count: number) => `All ${count} events`,
  requests: 'API calls about it',
};

/** What the request log asks of its readers. */
const LOG_READERS: Right = { permissions: ['admin'], administrators: true };

/** The newest events of an object. */
export function ObjectEvents({ id }: { id: string }) {
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
      what={TEXTS.failed}
      skeleton={<Skeleton className="mt-2 h-6 w-64" />}
    >
      {({ items, pagination }) => (
        <div className="mt-2 flex flex-col gap-3">
          {items.length === 0 && <p className="text-muted">{TEXTS.none}</p>}
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
                {TEXTS.all(pagination.total_count)}
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
