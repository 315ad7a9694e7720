'use client';

import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, CircleStop, Download, RotateCw, Undo2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { AllRowsBar, BulkAction } from '@/components/data-table/bulk-actions';
import { BAR, BULK } from '@/components/data-table/bulk-texts';
import { exportHref } from '@/components/data-table/export-href';
import {
  MAX_EXPORTED,
  MAX_SELECTED,
  SELECTION_BAR,
  type Selection,
} from '@/components/data-table/selection';
import type { Noun } from '@/components/data-table/texts';
import { useUnsavedChanges } from '@/components/form/leave-guard';
import { useWhyNot } from '@/components/form/rights';
import { Button, IconButton } from '@/components/ui/button';
import { buttonClasses } from '@/components/ui/button-classes';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { errorMessage } from '@/components/ui/error-state';
import { Menu, MenuItem } from '@/components/ui/menu';
import { ProgressBar } from '@/components/ui/progress-bar';
import { useShortcuts } from '@/components/ui/shortcuts';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { type BulkProgress, BulkRun } from '@/lib/client/bulk';
import { invalidateChanges, query } from '@/lib/client/queries';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import type { ListContract } from '@/lib/contract/list-operation';
import { MAX_LIMIT } from '@/lib/contract/pagination';
import type { Search } from '@/lib/contract/search';

interface SelectionBarProps<Row extends { id: string }> {
  operation: ListContract<Row>;
  exportOperation: AnyContract | undefined;
  actions: readonly BulkAction<Row>[];
  allRowsBar: AllRowsBar | undefined;
  noun: Noun;
  selection: Selection<Row>;
  /** The rows that the list's filters leave. */
  total: number;
  /** The list's query, without a page. */
  filters: Search;
  onClose: () => void;
}

interface Asked<Row> {
  action: BulkAction<Row>;
  rows: readonly Row[];
  /** Null while they are counted. */
  effects: string | null;
}

interface Running<Row extends { id: string }> {
  action: BulkAction<Row>;
  rows: readonly Row[];
  run: BulkRun<Row, AnyContract>;
  progress: BulkProgress<Row>;
}

/** What can be done with the selected rows, and how far it has come. It covers the toolbar of the list. */
export function SelectionBar<Row extends { id: string }>(props: SelectionBarProps<Row>) {
  const { noun, selection, onClose, allRowsBar: AllRows } = props;
  const [isOfAll, setOfAll] = useState(false);
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked<Row> | null>(null);
  const [running, setRunning] = useState<Running<Row> | null>(null);
  const run = useRef<BulkRun<Row, AnyContract>>(undefined);
  useEffect(() => () => run.current?.stop(), []);
  const isRunning = running?.progress.phase === 'running' || running?.progress.phase === 'stopping';
  useUnsavedChanges(isRunning, BULK.leave);
  const leaveUnlessRunning = () => running || onClose();
  useShortcuts({ Escape: leaveUnlessRunning });

  async function ask(action: BulkAction<Row>) {
    const rows = [...selection.rows.values()].filter((row) => !action.skips?.(row));
    setAsked({ action, rows, effects: null });
    try {
      const effects = await action.effects(rows);
      setAsked((current) => (current?.rows === rows ? { ...current, effects } : current));
    } catch (error) {
      setAsked(null);
      showErrorToast(BULK.couldNotCount, error);
    }
  }

  function start(action: BulkAction<Row>, rows: readonly Row[]) {
    const begun: BulkRun<Row, AnyContract> = new BulkRun(
      rows,
      action.operation,
      action.input,
      (progress) => setRunning({ action, rows, run: begun, progress }),
    );
    run.current = begun;
    void follow(action, begun.resume());
  }

  /** When it ends, the list is loaded again; the bar stays where there is something to repeat or to undo. */
  async function follow(action: BulkAction<Row>, ended: Promise<BulkProgress<Row>>) {
    const { phase, done, failed } = await ended;
    void invalidateChanges(client, action.operation);
    if (phase !== 'finished' || failed.length > 0 || action.undo) return;
    showToast(BULK.finished(action.done, done, noun));
    onClose();
  }

  return (
    <section aria-label={BAR.bar} className={SELECTION_BAR}>
      {AllRows && isOfAll ? (
        <AllRows filters={props.filters} total={props.total} onClose={onClose} />
      ) : running ? (
        <Progress
          {...running}
          noun={noun}
          onStop={() => running.run.stop()}
          onResume={() => void follow(running.action, running.run.resume())}
          onRetry={() => void follow(running.action, running.run.retry())}
          onUndo={start}
          onClose={onClose}
        />
      ) : (
        <Choice {...props} onAsk={ask} onSelectAll={AllRows ? () => setOfAll(true) : undefined} />
      )}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={BULK.title(asked.action.verb, asked.rows.length, noun)}
          verb={BULK.title(asked.action.verb, asked.rows.length, noun)}
          variant={asked.action.danger ? 'danger' : 'primary'}
          effects={<Effects asked={asked} selection={selection} />}
          loading={asked.effects === null}
          onConfirm={async () => start(asked.action, asked.rows)}
        />
      )}
    </section>
  );
}

/** The numbers of what an action does, and of the rows that it leaves out. */
function Effects<Row extends { id: string }>({
  asked: { action, effects },
  selection,
}: {
  asked: Asked<Row>;
  selection: Selection<Row>;
}) {
  const reasons = [...selection.rows.values()].map((row) => action.skips?.(row) ?? null);
  return (
    <>
      <p>{effects ?? BULK.counting}</p>
      {[...new Set(reasons)].map((reason) =>
        reason === null ? null : (
          <p key={reason}>
            {BULK.skipped(reasons.filter((other) => other === reason).length, reason)}
          </p>
        ),
      )}
    </>
  );
}

/** The number of selected rows, and the actions. */
function Choice<Row extends { id: string }>({
  operation,
  exportOperation,
  actions,
  noun,
  selection,
  total,
  filters,
  onClose,
  onAsk,
  onSelectAll,
}: SelectionBarProps<Row> & {
  onAsk: (action: BulkAction<Row>) => void;
  /** Selects all rows without loading them. */
  onSelectAll: (() => void) | undefined;
}) {
  const client = useQueryClient();
  const [isSelecting, setSelecting] = useState(false);
  const { size } = selection.rows;
  const most = onSelectAll ? total : Math.min(total, MAX_SELECTED);

  async function selectAll() {
    setSelecting(true);
    try {
      const rows: Row[] = [];
      for (let page = 1; rows.length < most; page++) {
        const input = { query: { ...filters, page: String(page), limit: String(MAX_LIMIT) } };
        const { items } = await client.fetchQuery(
          query(operation, input as ContractInput<typeof operation>),
        );
        rows.push(...items);
        if (items.length < MAX_LIMIT) break;
      }
      selection.select(rows);
    } catch (error) {
      showErrorToast(BAR.couldNotSelect(noun), error);
    } finally {
      setSelecting(false);
    }
  }

  const whyNot = useWhyNot();
  const blockedBy = (action: BulkAction<Row>) => {
    const notAllowed = whyNot(action.operation);
    if (notAllowed !== null) return notAllowed;
    const reasons = [...selection.rows.values()].map((row) => action.skips?.(row) ?? null);
    return size > 0 && !reasons.includes(null) ? BAR.allSkipped(reasons[0] ?? '') : null;
  };
  const tooMany = size > MAX_EXPORTED ? BAR.tooManyToExport(MAX_EXPORTED) : null;
  return (
    <>
      <span role="status" className="font-medium whitespace-nowrap">
        {BAR.selected(size)}
      </span>
      {size < most && (
        <Button
          size="small"
          variant="ghost"
          pending={isSelecting}
          onClick={onSelectAll ?? (() => void selectAll())}
        >
          {total > most ? BAR.first(MAX_SELECTED, total) : BAR.all(total)}
        </Button>
      )}
      {/* With the reasons beside them; small screens have a menu. */}
      <span className="contents max-md:hidden">
        {actions.map((action) => (
          <Button
            key={action.verb}
            size="small"
            icon={action.icon}
            blockedBy={blockedBy(action)}
            data-bulk-action
            onClick={() => onAsk(action)}
          >
            {action.verb}
          </Button>
        ))}
        {exportOperation &&
          (tooMany ? (
            <Button size="small" icon={Download} blockedBy={tooMany}>
              {BAR.exportSelected}
            </Button>
          ) : (
            <a
              download
              data-bulk-action
              href={exportHref(exportOperation, { ...filters, id: [...selection.rows.keys()] })}
              className={buttonClasses({ size: 'small' })}
            >
              <Download aria-hidden className="size-4" />
              {BAR.exportSelected}
            </a>
          ))}
      </span>
      <span className="ml-auto flex items-center gap-2">
        <span className="md:hidden">
          <Menu
            side="top"
            trigger={
              <Button icon={ChevronDown} aria-disabled={size === 0}>
                {BAR.actions}
              </Button>
            }
          >
            {actions.map((action) => (
              <MenuItem
                key={action.verb}
                icon={action.icon}
                danger={action.danger ?? false}
                blockedBy={size === 0 ? BAR.nothing : blockedBy(action)}
                onSelect={() => onAsk(action)}
              >
                {action.verb}
              </MenuItem>
            ))}
            {exportOperation && (
              <MenuItem
                icon={Download}
                blockedBy={size === 0 ? BAR.nothing : tooMany}
                onSelect={() =>
                  window.location.assign(
                    exportHref(exportOperation, { ...filters, id: [...selection.rows.keys()] }),
                  )
                }
              >
                {BAR.exportSelected}
              </MenuItem>
            )}
          </Menu>
        </span>
        <IconButton label={BAR.clear} icon={X} onClick={onClose} />
      </span>
    </>
  );
}

/** How far an action has come; afterwards what is left and what failed. */
function Progress<Row extends { id: string }>({
  action,
  rows,
  progress: { phase, total, done, failed, left, isWaiting },
  noun,
  onStop,
  onResume,
  onRetry,
  onUndo,
  onClose,
}: Running<Row> & {
  noun: Noun;
  onStop: () => void;
  onResume: () => void;
  onRetry: () => void;
  onUndo: (undo: BulkAction<Row>, rows: readonly Row[]) => void;
  onClose: () => void;
}) {
  const isOver = phase === 'stopped' || phase === 'finished';
  const running = BULK.running(action.running, done + failed.length, total);
  const [first] = failed;
  const { undo } = action;
  const open = new Set([...failed.map(({ row }) => row), ...left]);
  return (
    <>
      <span className="font-medium tabular-nums">
        {!isOver
          ? running
          : phase === 'stopped'
            ? BULK.stopped(action.done, done, left.length)
            : BULK.finished(action.done, done, noun)}
      </span>
      {!isOver && (
        <span className="w-40 max-md:w-full">
          <ProgressBar label={running} value={done + failed.length} max={total} />
        </span>
      )}
      {isWaiting && <span className="text-muted">{BULK.waiting}</span>}
      {failed.length > 0 && (
        <span className="text-bad">
          {BULK.failed(failed.length)} {isOver && first && errorMessage(first.error)}
        </span>
      )}
      <span className="ml-auto flex items-center gap-2">
        {!isOver && (
          <Button size="small" icon={CircleStop} pending={phase === 'stopping'} onClick={onStop}>
            {BULK.stop}
          </Button>
        )}
        {isOver && failed.length > 0 && (
          <Button size="small" icon={RotateCw} onClick={onRetry}>
            {BULK.retry(failed.length + left.length)}
          </Button>
        )}
        {isOver && left.length > 0 && failed.length === 0 && (
          <Button size="small" variant="primary" onClick={onResume}>
            {BULK.resume(left.length)}
          </Button>
        )}
        {isOver && undo && done > 0 && (
          <Button
            size="small"
            icon={Undo2}
            onClick={() =>
              onUndo(
                undo,
                rows.filter((row) => !open.has(row)),
              )
            }
          >
            {BULK.undo}
          </Button>
        )}
        {isOver && (
          <Button size="small" onClick={onClose}>
            {BULK.close}
          </Button>
        )}
      </span>
      <span role="status" className="sr-only">
        {isOver ? '' : action.running}
        {phase === 'stopped' && BULK.stopped(action.done, done, left.length)}
        {phase === 'finished' && BULK.finished(action.done, done, noun)}
      </span>
    </>
  );
}
