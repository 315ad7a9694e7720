'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { CircleCheck, Plug, RotateCw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { DisconnectDialog } from '@/components/connections/disconnect-dialog';
import { CONNECTIONS as texts } from '@/components/connections/texts';
import { Avatar } from '@/components/ui/avatar';
import { Badge, type Status } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote, ErrorState } from '@/components/ui/error-state';
import { Notice } from '@/components/ui/notice';
import { Section } from '@/components/ui/section';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import { showErrorToast, showToast } from '@/components/ui/toast';
import type { Benefit } from '@/lib/resources/benefits/schema';
import type { ConnectionStatus } from '@/lib/resources/external-organizations/schema';

/** What every connection has. */
interface Connection {
  id: string;
  status: ConnectionStatus;
  problem: string | null;
  synced_at: string | null;
}

/** How the connections of a platform are shown, and what can be done with them. */
export interface ConnectionPlatform<Row extends Connection> {
  words: {
    platform: string;
    title: string;
    what: string;
    list: string;
    connect: string;
    empty: string;
    emptyText: string;
  };
  rows: UseQueryResult<{ items: Row[] }>;
  nameOf: (row: Row) => string;
  /** The number of what it has to give: "12 repositories". */
  holds: (row: Row) => ReactNode;
  /** Reads it again. */
  read: (row: Row) => Promise<unknown>;
  disconnect: (row: Row) => Promise<unknown>;
  isUsedBy: (row: Row, benefit: Benefit) => boolean;
  benefitTypes: Benefit['type'][];
  /** The dialog that connects, or reconnects a row. */
  dialog: (row: Row | null, onClose: () => void) => ReactNode;
}

type Opened<Row> = { kind: 'connect' } | { kind: 'reconnect' | 'disconnect'; row: Row };

const STATUSES = {
  connected: { tone: 'ok', icon: CircleCheck, label: texts.connected },
  broken: { tone: 'warn', icon: TriangleAlert, label: texts.broken, needsAction: true },
} as const satisfies Record<ConnectionStatus, Status>;

/** The connections with a platform, each with its state and the ways to mend and end it. */
export function ConnectionSection<Row extends Connection>({
  of: platform,
  blockedById,
}: {
  of: ConnectionPlatform<Row>;
  /** The id of the text that says why the caller changes none. */
  blockedById: string | undefined;
}) {
  const [opened, setOpened] = useState<Opened<Row> | null>(null);
  const { words, rows, nameOf } = platform;
  const close = () => setOpened(null);
  const connect = (
    <Button icon={Plug} blockedById={blockedById} onClick={() => setOpened({ kind: 'connect' })}>
      {words.connect}
    </Button>
  );
  return (
    <Section title={words.title}>
      {rows.isPending && (
        <div className="grows flex h-24 flex-col justify-center gap-3" aria-busy>
          <LoadingNote label={words.what} />
          <Skeleton className="w-72 max-w-full" />
          <Skeleton className="w-48" />
        </div>
      )}
      {!rows.data && rows.error && (
        <ErrorState
          what={words.what}
          error={rows.error}
          retrying={rows.isFetching}
          onRetry={() => void rows.refetch()}
        />
      )}
      {rows.data && rows.error && <ErrorNote error={rows.error} />}
      {rows.data?.items.length === 0 && (
        <EmptyState title={words.empty} actions={connect}>
          {words.emptyText}
        </EmptyState>
      )}
      {rows.data && rows.data.items.length > 0 && (
        <>
          <ul aria-label={words.list} className="flex flex-col gap-3">
            {rows.data.items.map((row) => (
              <ConnectionCard
                key={row.id}
                of={platform}
                row={row}
                blockedById={blockedById}
                onOpen={(kind) => setOpened({ kind, row })}
              />
            ))}
          </ul>
          <div>{connect}</div>
        </>
      )}
      {opened?.kind === 'connect' && platform.dialog(null, close)}
      {opened?.kind === 'reconnect' && platform.dialog(opened.row, close)}
      {opened?.kind === 'disconnect' && (
        <DisconnectDialog
          name={nameOf(opened.row)}
          platform={words.platform}
          benefitTypes={platform.benefitTypes}
          isUsedBy={(benefit) => platform.isUsedBy(opened.row, benefit)}
          onConfirm={() => platform.disconnect(opened.row)}
          onClose={close}
        />
      )}
    </Section>
  );
}

function ConnectionCard<Row extends Connection>({
  of: { nameOf, holds, read },
  row,
  blockedById,
  onOpen,
}: {
  of: ConnectionPlatform<Row>;
  row: Row;
  blockedById: string | undefined;
  onOpen: (kind: 'reconnect' | 'disconnect') => void;
}) {
  const [isReading, setReading] = useState(false);
  const name = nameOf(row);
  const isBroken = row.status === 'broken';

  async function readAgain() {
    setReading(true);
    try {
      await read(row);
      showToast(texts.wasRead(name));
    } catch (error) {
      showErrorToast(texts.notRead(name), error);
    } finally {
      setReading(false);
    }
  }

  const reconnect = (
    <Button
      size="small"
      variant={isBroken ? 'primary' : 'secondary'}
      aria-label={texts.reconnectOne(name)}
      blockedById={blockedById}
      onClick={() => onOpen('reconnect')}
    >
      {texts.reconnect}
    </Button>
  );
  return (
    <li className="flex flex-col border border-line">
      {isBroken && (
        <Notice look={STATUSES.broken} actions={reconnect}>
          <p>{row.problem}</p>
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
        <Avatar name={name} src={null} className="size-8 text-sm" />
        <div className="flex min-w-48 flex-1 flex-col gap-1">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium wrap-anywhere">{name}</span>
            <Badge status={STATUSES[row.status]} />
          </span>
          <span className="text-xs text-muted">
            {holds(row)} · {texts.lastRead} <Time value={row.synced_at} />
          </span>
        </div>
        <span className="flex flex-wrap gap-2">
          {!isBroken && (
            <>
              <Button
                size="small"
                icon={RotateCw}
                pending={isReading}
                aria-label={texts.readOneAgain(name)}
                blockedById={blockedById}
                onClick={() => void readAgain()}
              >
                {texts.readAgain}
              </Button>
              {reconnect}
            </>
          )}
          <Button
            size="small"
            aria-label={texts.disconnectOne(name)}
            blockedById={blockedById}
            onClick={() => onOpen('disconnect')}
          >
            {texts.disconnect}
          </Button>
        </span>
      </div>
    </li>
  );
}
