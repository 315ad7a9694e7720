'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useWhyNot } from '@/components/form/rights';
import { ADD, outcomeOf, POOL } from '@/components/key-pools/texts';
import { EntityLink } from '@/components/shell/entity-link';
import { Badge, type Status } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Pager } from '@/components/ui/pager';
import { ProgressBar } from '@/components/ui/progress-bar';
import { Section } from '@/components/ui/section';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { useRunning } from '@/lib/client/use-running';
import type { Benefit } from '@/lib/resources/benefits/schema';
import {
  addPoolKeys,
  exportPoolKeys,
  getPoolKeyUpload,
  listPoolKeys,
} from '@/lib/resources/pool-keys/contract';
import type {
  PoolKey,
  PoolKeyStatus,
  PoolKeysAdded,
  PoolKeyUpload,
} from '@/lib/resources/pool-keys/schema';

const AddKeysDialog = dynamic(() =>
  import('@/components/key-pools/add-keys-dialog').then(({ AddKeysDialog }) => AddKeysDialog),
);

type KeysBenefit = Extract<Benefit, { type: 'license_keys' }>;

const STATUS: Record<PoolKeyStatus, Status> = {
  free: { tone: 'idle', icon: CircleDashed, label: POOL.isFree },
  granted: { tone: 'ok', icon: CircleCheck, label: POOL.isGranted },
};

/** The seller's own keys of a benefit: how many there are, which, and how to add some; nothing where they are generated. */
export function KeyPool({ benefit }: { benefit: KeysBenefit }) {
  if (!benefit.pool) return null;
  return <Pool id={benefit.id} pool={benefit.pool} />;
}

function Pool({ id, pool }: { id: string; pool: NonNullable<KeysBenefit['pool']> }) {
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<PoolKeysAdded | PoolKeyUpload | null>(null);
  const blockedBy = useWhyNot()(addPoolKeys);
  const isEmpty = pool.free + pool.granted === 0;
  const add = (
    <Button icon={Plus} blockedBy={blockedBy} onClick={() => setAdding(true)}>
      {ADD.open}
    </Button>
  );
  return (
    <Section
      title={POOL.title}
      aside={
        !isEmpty && (
          <a
            download
            className="text-accent underline decoration-line hover:decoration-current"
            href={exportPoolKeys.path.replace('{id}', id)}
          >
            {POOL.export}
          </a>
        )
      }
    >
      {added && ('id' in added ? <Upload benefitId={id} begun={added} /> : <Outcome of={added} />)}
      {isEmpty ? (
        <EmptyState title={POOL.none} actions={add}>
          {POOL.noneText}
        </EmptyState>
      ) : (
        <>
          <div>{add}</div>
          <Keys id={id} pool={pool} />
        </>
      )}
      {isAdding && (
        <AddKeysDialog
          benefitId={id}
          onAdded={(outcome) => {
            setAdded(outcome);
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  );
}

/** What became of keys that were added. */
function Outcome({ of }: { of: PoolKeysAdded }) {
  return (
    <p role="status" className="border-l-2 border-rule bg-sunken px-4 py-3">
      {outcomeOf(of).join(' ')}
    </p>
  );
}

/** How far a file has been read, and what became of its keys. */
function Upload({ benefitId, begun }: { benefitId: string; begun: PoolKeyUpload }) {
  const params = { id: benefitId, upload_id: begun.id };
  const { data: upload = begun } = useRunning(
    getPoolKeyUpload,
    { params },
    {
      begun,
      command: addPoolKeys,
      isRunning: ({ status }) => status === 'running',
    },
  );
  if (upload.status === 'done') return <Outcome of={upload} />;
  if (upload.status === 'failed') {
    return (
      <div role="alert" className="border-l-2 border-bad bg-bad-fill px-4 py-3">
        <p className="font-medium">{ADD.failed}</p>
        <p>
          {upload.error} {upload.added > 0 && outcomeOf(upload).join(' ')}
        </p>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <p role="status">{ADD.reading(upload.done, upload.total)}</p>
      <ProgressBar label={ADD.progress} value={upload.done} max={upload.total} />
    </div>
  );
}

function Keys({ id, pool }: { id: string; pool: NonNullable<KeysBenefit['pool']> }) {
  const [status, setStatus] = useState<PoolKeyStatus | null>(null);
  const [page, setPage] = useState(1);
  const keys = useQuery({
    ...query(listPoolKeys, {
      params: { id },
      query: { page, sorting: ['-created_at'], ...(status && { status: [status] }) },
    }),
    placeholderData: keepPreviousData,
  });
  const pages = keys.data?.pagination.max_page ?? 0;
  const choices = [
    [null, POOL.all],
    ['free', POOL.free(pool.free)],
    ['granted', POOL.granted(pool.granted)],
  ] as const;
  return (
    <>
      <fieldset aria-label={POOL.filter} className="flex flex-wrap gap-4">
        {choices.map(([value, label]) => (
          <button
            key={label}
            type="button"
            aria-pressed={status === value}
            onClick={() => {
              setStatus(value);
              setPage(1);
            }}
            className={classes(
              'flex min-h-8 items-center border-b-2 coarse:min-h-11',
              status === value
                ? 'border-accent font-medium'
                : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {keys.error && (
        <ErrorState
          what={POOL.noun.many}
          error={keys.error}
          retrying={keys.isFetching}
          onRetry={() => void keys.refetch()}
        />
      )}
      {keys.isPending && (
        <div aria-busy>
          <LoadingNote label={POOL.noun.many} />
          <Skeleton className="h-32 w-full" />
        </div>
      )}
      {keys.data?.items.length === 0 && <p className="text-muted">{POOL.noneShown}</p>}
      {keys.data && keys.data.items.length > 0 && (
        <ul aria-label={POOL.title} className="flex flex-col border-t border-line">
          {keys.data.items.map((key) => (
            <Key key={key.id} poolKey={key} />
          ))}
        </ul>
      )}
      <Pager page={page} pages={pages} onPage={setPage} />
    </>
  );
}

function Key({ poolKey: { key, status, license_key_id, created_at } }: { poolKey: PoolKey }) {
  return (
    <li className="grid min-h-10 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-1 sm:grid-cols-[minmax(0,1fr)_9rem_8rem]">
      <span className="font-mono text-sm wrap-anywhere">
        {license_key_id ? (
          <EntityLink section="license-keys" id={license_key_id}>
            {key}
          </EntityLink>
        ) : (
          key
        )}
      </span>
      <Badge status={STATUS[status]} />
      <span className="text-end text-muted max-sm:hidden">
        <Time value={created_at} />
      </span>
    </li>
  );
}
