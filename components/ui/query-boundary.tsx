'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, use } from 'react';
import { DetailSkeleton } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote, ErrorState } from '@/components/ui/error-state';
import { LinkButton } from '@/components/ui/link-button';
import { UI } from '@/components/ui/texts';
import { WayBack } from '@/components/ui/way-back';
import type { ApiFailure } from '@/lib/client/client';

/** Renders a detail page's query: skeleton while it loads, "not found" for 404, error with Retry, else the data. */
export function QueryBoundary<T>({
  query,
  what,
  skeleton,
  children,
}: {
  query: UseQueryResult<T, ApiFailure>;
  /** "this order" */
  what: string;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const { data, error, isFetching } = query;
  const wayBack = use(WayBack);
  // Data of before is no longer shown where the object was deleted since.
  if (error?.status === 404 || (error?.status === 422 && error.problems[0]?.loc[0] === 'path')) {
    return (
      <EmptyState
        isPage
        drawing="record"
        title={UI.notFound(what)}
        actions={wayBack && <LinkButton href={wayBack.href}>{UI.allOf(wayBack.label)}</LinkButton>}
      >
        {UI.notFoundText}
      </EmptyState>
    );
  }
  if (data !== undefined) {
    return (
      <>
        {error && <ErrorNote title={UI.outOfDate} error={error} />}
        {children(data)}
      </>
    );
  }
  if (error) {
    return (
      <ErrorState
        isPage
        what={what}
        error={error}
        retrying={isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return skeleton ?? <DetailSkeleton label={what} />;
}
