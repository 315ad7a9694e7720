'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Undo2, Upload } from 'lucide-react';
import { useState } from 'react';
import { IMPORT_STATUS, importPoll } from '@/components/imports/import-status';
import { IMPORT, KINDS, LIST, SOURCES, sumsOf } from '@/components/imports/texts';
import { useOrganizationPath } from '@/components/session/organization';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Facts } from '@/components/ui/detail';
import { ErrorState } from '@/components/ui/error-state';
import { LinkButton } from '@/components/ui/link-button';
import { formatCount } from '@/components/ui/money';
import { Pager } from '@/components/ui/pager';
import { ProgressBar } from '@/components/ui/progress-bar';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { Section } from '@/components/ui/section';
import { FrozenTime, Time, useNow } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import { query, useCommand } from '@/lib/client/queries';
import {
  chargeImport,
  endImportSource,
  exportImportErrors,
  getImport,
  listImportErrors,
  runImport,
  undoImport,
} from '@/lib/resources/imports/contract';
import type { Import } from '@/lib/resources/imports/schema';

/** An import: how far it has come, what it would do or did, its errors, and what can be done with it. */
export function ImportPage({ id }: { id: string }) {
  const found = useQuery({
    ...query(getImport, { params: { id } }),
    refetchInterval: ({ state }) => importPoll(state.data ? [state.data] : []),
  });
  return (
    // Imports go by the real time, whatever the test clock shows.
    <FrozenTime now={null}>
      <QueryBoundary query={found} what={IMPORT.what}>
        {(one) => <Detail of={one} />}
      </QueryBoundary>
    </FrozenTime>
  );
}

function Detail({ of }: { of: Import }) {
  const { kind, source, status, total, done } = of;
  const isMoving = importPoll([of]) !== false;
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="text-lg font-semibold wrap-anywhere">
            {IMPORT.of(KINDS[kind], SOURCES[source])}
          </h2>
          <Badge status={IMPORT_STATUS[status]} />
        </div>
        {!isMoving && <Actions of={of} />}
      </div>
      {isMoving && (
        <div className="flex flex-col gap-2">
          <p role="status">{IMPORT.progress(done, total)}</p>
          <ProgressBar label={IMPORT.bar} value={done} max={total} />
        </div>
      )}
      <Held of={of} />
      <Result of={of} />
      {!isMoving && <Errors of={of} />}
    </div>
  );
}

type Asked = 'run' | 'undo' | 'ended' | 'charge';

/** A button that asks first, and what it then does. */
function Ask({
  what,
  asked,
  onAsked,
  children,
  ...dialog
}: {
  what: Asked;
  asked: Asked | null;
  onAsked: (asked: Asked | null) => void;
  title: string;
  verb: string;
  effects: string;
  variant?: 'primary' | 'danger';
  onConfirm: () => Promise<unknown>;
  children: React.ReactNode;
}) {
  return (
    <>
      {children}
      <ConfirmDialog open={asked === what} onOpenChange={() => onAsked(null)} {...dialog} />
    </>
  );
}

function Actions({ of }: { of: Import }) {
  const { id, kind, source, status, created, updated, skipped, errors_count, undo_until } = of;
  const [asked, setAsked] = useState<Asked | null>(null);
  const path = useOrganizationPath();
  const run = useCommand(runImport, { onSuccess: () => showToast(IMPORT.started.ran) });
  const undo = useCommand(undoImport, { onSuccess: () => showToast(IMPORT.started.undone) });
  const now = useNow();
  const params = { id };
  const changes = created + updated;
  const isReady = status === 'ready';
  const mayUndo =
    (status === 'done' || status === 'failed') &&
    undo_until !== null &&
    Date.parse(undo_until) > now;
  const other = path(`settings/imports/new?kind=${kind}&source=${source}`);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <LinkButton icon={Upload} href={other}>
        {errors_count > 0 ? IMPORT.mend : IMPORT.again}
      </LinkButton>
      {mayUndo && (
        <Ask
          what="undo"
          asked={asked}
          onAsked={setAsked}
          title={IMPORT.undoTitle}
          verb={IMPORT.undo}
          effects={IMPORT.undoText(created, updated)}
          onConfirm={() => undo.mutateAsync({ params })}
        >
          <Button icon={Undo2} onClick={() => setAsked('undo')}>
            {IMPORT.undo}
          </Button>
        </Ask>
      )}
      {(isReady || (status === 'failed' && undo_until !== null)) && (
        <Ask
          what="run"
          asked={asked}
          onAsked={setAsked}
          title={isReady ? IMPORT.runTitle(changes + skipped) : IMPORT.resume}
          verb={isReady ? IMPORT.run(changes + skipped) : IMPORT.resume}
          effects={IMPORT.runText(created, updated, errors_count)}
          variant="primary"
          onConfirm={() => run.mutateAsync({ params })}
        >
          <Button
            variant="primary"
            blockedBy={isReady && changes === 0 ? IMPORT.nothing : null}
            onClick={() => setAsked('run')}
          >
            {isReady ? IMPORT.run(changes + skipped) : IMPORT.resume}
          </Button>
        </Ask>
      )}
    </div>
  );
}

/** Subscriptions whose source may still charge, and charges that wait for approval. */
function Held({ of: { id, held_count, due, dues } }: { of: Import }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const end = useCommand(endImportSource, { onSuccess: () => showToast(IMPORT.started.ended) });
  const charge = useCommand(chargeImport, { onSuccess: () => showToast(IMPORT.started.charged) });
  const input = { params: { id }, body: {} };
  const count = dues.reduce((sum, one) => sum + one.count, 0);
  return (
    <>
      {held_count > 0 && (
        <Section title={IMPORT.held}>
          <p>{IMPORT.heldText(held_count)}</p>
          <Ask
            what="ended"
            asked={asked}
            onAsked={setAsked}
            title={IMPORT.endedTitle}
            verb={IMPORT.endedVerb}
            effects={IMPORT.endedText(held_count)}
            variant="primary"
            onConfirm={() => end.mutateAsync(input)}
          >
            <div>
              <Button onClick={() => setAsked('ended')}>{IMPORT.ended}</Button>
            </div>
          </Ask>
        </Section>
      )}
      {due && count > 0 && (
        <Section title={IMPORT.due}>
          <p>{IMPORT.dueText(count, sumsOf(dues))}</p>
          <Ask
            what="charge"
            asked={asked}
            onAsked={setAsked}
            title={IMPORT.chargeTitle(sumsOf(dues))}
            verb={IMPORT.charge(sumsOf(dues))}
            effects={IMPORT.chargeText(count)}
            onConfirm={() => charge.mutateAsync(input)}
          >
            <div>
              <Button
                blockedBy={held_count > 0 ? IMPORT.heldText(held_count) : null}
                onClick={() => setAsked('charge')}
              >
                {IMPORT.charge(sumsOf(dues))}
              </Button>
            </div>
          </Ask>
        </Section>
      )}
    </>
  );
}

/** The numbers of a dry run, or of what was done. */
function Result({ of }: { of: Import }) {
  const { dry_run, status, total, done, created, updated, skipped, kept } = of;
  const isPlan = dry_run && (status === 'checking' || status === 'ready');
  const word = ([did, would]: readonly [string, string]) => (isPlan ? would : did);
  const { facts } = IMPORT;
  return (
    <Section title={isPlan ? IMPORT.would : IMPORT.did}>
      <Facts
        facts={[
          [facts.rows, formatCount(total)],
          [word(facts.create), formatCount(created)],
          [word(facts.update), formatCount(updated)],
          [word(facts.skip), formatCount(skipped)],
          [word(facts.error), formatCount(Math.max(0, done - created - updated - skipped))],
          status === 'undone' && [facts.kept, formatCount(kept)],
          [facts.file, of.file_name ?? LIST.sent],
          [facts.started, <Time key="started" value={of.created_at} show="datetime" />],
          of.finished_at !== null && [
            facts.finished,
            <Time key="finished" value={of.finished_at} show="datetime" />,
          ],
        ]}
      />
    </Section>
  );
}

/** What is wrong with the file, cell by cell. */
function Errors({ of: { id, errors_count } }: { of: Import }) {
  const [page, setPage] = useState(1);
  const errors = useQuery({
    ...query(listImportErrors, { params: { id }, query: { page, limit: 20 } }),
    placeholderData: keepPreviousData,
    enabled: errors_count > 0,
  });
  const pages = errors.data?.pagination.max_page ?? 0;
  return (
    <Section
      title={IMPORT.errors}
      aside={
        errors_count > 0 && (
          <a
            download
            className="text-accent underline decoration-line hover:decoration-current"
            href={exportImportErrors.path.replace('{id}', id)}
          >
            {IMPORT.exportErrors}
          </a>
        )
      }
    >
      {errors_count === 0 && <p className="text-muted">{IMPORT.noErrors}</p>}
      {errors.error && (
        <ErrorState
          what={IMPORT.errors.toLowerCase()}
          error={errors.error}
          retrying={errors.isFetching}
          onRetry={() => void errors.refetch()}
        />
      )}
      {errors.data && errors_count > 0 && (
        <table aria-label={IMPORT.errors} className="w-full border-separate border-spacing-0">
          <thead>
            <tr>
              {IMPORT.errorColumns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className="h-9 border-b border-rule pr-4 text-left font-medium whitespace-nowrap text-muted"
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {errors.data.items.map(({ row, column, code, detail }) => (
              <tr key={`${row} ${column} ${code}`}>
                <td className="border-b border-line py-2 pr-4 align-baseline tabular-nums">
                  {row === 0 ? IMPORT.header : formatCount(row)}
                </td>
                <td className="border-b border-line py-2 pr-4 align-baseline wrap-anywhere">
                  {column}
                </td>
                <td className="border-b border-line py-2 align-baseline wrap-anywhere">{detail}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pager page={page} pages={pages} onPage={setPage} />
    </Section>
  );
}
