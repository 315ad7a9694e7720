'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useWhyNot } from '@/components/form/rights';
import { IMPORT_STATUS, importPoll } from '@/components/imports/import-status';
import { KINDS, LIST, SOURCES } from '@/components/imports/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { Badge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { LinkButton } from '@/components/ui/link-button';
import { Pager } from '@/components/ui/pager';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import { FrozenTime, Time } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { createImport, listImports } from '@/lib/resources/imports/contract';
import type { ImportBase } from '@/lib/resources/imports/schema';

/** The imports of an organization, newest first (docs/contract/imports.md). */
export function ImportsPage() {
  const isMember = useWhyNot()(createImport) !== null;
  return (
    // Imports go by the real time, whatever the test clock shows.
    <FrozenTime now={null}>
      <div className="flex flex-col gap-6">
        <p className="text-muted">
          {LIST.text} {isMember && LIST.note}
        </p>
        {!isMember && <Imports />}
      </div>
    </FrozenTime>
  );
}

function Imports() {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const [page, setPage] = useState(1);
  const imports = useQuery({
    ...query(listImports, { query: { organization_id: [id], page } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => importPoll(state.data?.items),
  });
  const create = (
    <LinkButton variant="primary" icon={Upload} href={path('settings/imports/new')}>
      {LIST.create}
    </LinkButton>
  );
  const { data, error } = imports;
  if (!data) {
    return error ? (
      <ErrorState
        what={LIST.title.toLowerCase()}
        error={error}
        retrying={imports.isFetching}
        onRetry={() => void imports.refetch()}
      />
    ) : (
      <div aria-busy>
        <LoadingNote label={LIST.title.toLowerCase()} />
        <Skeleton className="h-32 w-full" />
      </div>
    );
  }
  const pages = data.pagination.max_page;
  if (data.pagination.total_count === 0) {
    return (
      <EmptyState title={LIST.none} actions={create}>
        {LIST.noneText}
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <div>{create}</div>
      <ul aria-label={LIST.title} className="flex flex-col border-t border-line">
        {data.items.map((one) => (
          <Row key={one.id} of={one} />
        ))}
      </ul>
      <Pager page={page} pages={pages} onPage={setPage} />
    </div>
  );
}

function Row({
  of: { id, kind, source, file_name, status, total, errors_count, created_at },
}: {
  of: ImportBase;
}) {
  const path = useOrganizationPath();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-line py-2">
      <span className="min-w-0 wrap-anywhere">
        <Link
          href={path(`settings/imports/${id}`)}
          prefetch={false}
          className="inline-flex items-center font-medium hover:underline coarse:min-h-11"
        >
          {KINDS[kind]}
        </Link>
        <span className="text-muted"> · {SOURCES[source]}</span>
      </span>
      <Badge status={IMPORT_STATUS[status]} />
      <span className="min-w-0 text-sm text-muted wrap-anywhere">
        {file_name ?? LIST.sent} · {LIST.rows(total)}
        {errors_count > 0 && <span className="text-bad"> · {LIST.errors(errors_count)}</span>}
      </span>
      <span className="text-end text-sm text-muted">
        <Time value={created_at} />
      </span>
    </li>
  );
}
