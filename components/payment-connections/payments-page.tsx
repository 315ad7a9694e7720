'use client';

import { useQuery } from '@tanstack/react-query';
import {
  CircleCheck,
  CircleSlash,
  FlaskConical,
  Landmark,
  Plug,
  RotateCw,
  TriangleAlert,
} from 'lucide-react';
import dynamic from 'next/dynamic';
import { useId, useState } from 'react';
import { useWhyNot } from '@/components/form/rights';
import { PAYMENTS as texts } from '@/components/payment-connections/texts';
import { useOrganization } from '@/components/session/organization';
import { Badge, type Status } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyButton } from '@/components/ui/copy-button';
import { Facts } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote, ErrorState } from '@/components/ui/error-state';
import { Notice } from '@/components/ui/notice';
import { Section } from '@/components/ui/section';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import { FrozenTime, Time } from '@/components/ui/time';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { query, useCommand, useRefresh } from '@/lib/client/queries';
import {
  createPaymentConnection,
  deletePaymentConnection,
  listPaymentConnections,
  updatePaymentConnection,
} from '@/lib/resources/payment-connections/contract';
import type {
  PaymentConnection,
  PaymentConnectionStatus,
  PaymentMode,
} from '@/lib/resources/payment-connections/schema';

// The form library is loaded with what needs it.
const StripeDialog = dynamic(() =>
  import('@/components/payment-connections/stripe-dialog').then(({ StripeDialog }) => StripeDialog),
);

const StatementPart = dynamic(() =>
  import('@/components/payment-connections/statement-part').then(
    ({ StatementPart }) => StatementPart,
  ),
);

/** So many are shown: the active one is among the newest. */
const MOST = 100;

const STATUSES = {
  ok: { tone: 'ok', icon: CircleCheck, label: texts.ok },
  failing: { tone: 'bad', icon: TriangleAlert, label: texts.failing, needsAction: true },
  closed: { tone: 'idle', icon: CircleSlash, label: texts.closed },
} as const satisfies Record<PaymentConnectionStatus, Status>;

const MODES = {
  test: { tone: 'warn', icon: FlaskConical, label: texts.test },
  live: { tone: 'ok', icon: Landmark, label: texts.liveMode },
} as const satisfies Record<PaymentMode, Status>;

type Opened = { kind: 'connect' } | { kind: 'replace' | 'disconnect'; row: PaymentConnection };

/** The Stripe account through which an organization is paid (docs/contract/payment-connections.md). */
export function PaymentsPage() {
  const { is_sandbox } = useOrganization();
  const noteId = useId();
  const isMember = useWhyNot()(createPaymentConnection) !== null;
  return (
    // What Stripe has told goes by the real time, whatever the test clock shows.
    <FrozenTime now={null}>
      <div className="flex flex-col gap-8">
        <p className="text-muted">
          {is_sandbox ? texts.sandbox : texts.live}{' '}
          {isMember && <span id={noteId}>{texts.note}</span>}
        </p>
        {!isMember && <StripeSection />}
        {!isMember && <StatementPart />}
      </div>
    </FrozenTime>
  );
}

function StripeSection() {
  const { id, is_sandbox } = useOrganization();
  const [opened, setOpened] = useState<Opened | null>(null);
  const rows = useQuery(query(listPaymentConnections, { params: { id }, query: { limit: MOST } }));
  const remove = useCommand(deletePaymentConnection, {
    onError: useRefresh(deletePaymentConnection),
  });
  const active = rows.data?.items.find(({ status }) => status !== 'closed');
  const closed = rows.data?.items.filter(({ status }) => status === 'closed') ?? [];
  const close = () => setOpened(null);
  return (
    <Section title={texts.title}>
      {rows.isPending && (
        <div className="grows flex h-24 flex-col justify-center gap-3" aria-busy>
          <LoadingNote label={texts.what} />
          <Skeleton className="w-72 max-w-full" />
          <Skeleton className="w-48" />
        </div>
      )}
      {!rows.data && rows.error && (
        <ErrorState
          what={texts.what}
          error={rows.error}
          retrying={rows.isFetching}
          onRetry={() => void rows.refetch()}
        />
      )}
      {rows.data && rows.error && <ErrorNote error={rows.error} />}
      {rows.data && !active && (
        <EmptyState
          title={texts.empty}
          actions={
            <Button icon={Plug} onClick={() => setOpened({ kind: 'connect' })}>
              {texts.connect}
            </Button>
          }
        >
          {is_sandbox ? texts.emptySandbox : texts.emptyLive}
        </EmptyState>
      )}
      {active && <ActiveAccount row={active} onOpen={(kind) => setOpened({ kind, row: active })} />}
      {closed.length > 0 && (
        <ul aria-label={texts.earlier} className="flex flex-col gap-2 text-muted">
          {closed.map((row) => (
            <li key={row.id} className="flex flex-wrap items-center gap-3">
              <code className="font-mono text-xs">{row.account_id}</code>
              <Badge status={STATUSES.closed} />
            </li>
          ))}
        </ul>
      )}
      {opened?.kind === 'connect' && <StripeDialog row={null} onClose={close} />}
      {opened?.kind === 'replace' && <StripeDialog row={opened.row} onClose={close} />}
      {opened?.kind === 'disconnect' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={texts.disconnectTitle}
          verb={texts.disconnect}
          effects={is_sandbox ? texts.disconnectSandbox : texts.disconnectLive}
          onConfirm={async () => {
            await remove.mutateAsync({ params: { id, connection_id: opened.row.id } });
            showToast(texts.disconnected);
          }}
        />
      )}
    </Section>
  );
}

function ActiveAccount({
  row,
  onOpen,
}: {
  row: PaymentConnection;
  onOpen: (kind: 'replace' | 'disconnect') => void;
}) {
  const { status, webhook } = row;
  const isFailing = status === 'failing';
  const { id } = useOrganization();
  const check = useCommand(updatePaymentConnection, {
    onError: useRefresh(updatePaymentConnection),
  });

  async function checkAgain() {
    try {
      await check.mutateAsync({ params: { id, connection_id: row.id }, body: {} });
      showToast(texts.checked);
    } catch (error) {
      showErrorToast(texts.notChecked, error);
    }
  }

  const replace = (
    <Button
      size="small"
      variant={isFailing ? 'primary' : 'secondary'}
      onClick={() => onOpen('replace')}
    >
      {texts.replace}
    </Button>
  );
  return (
    <div className="flex flex-col border border-line">
      {isFailing && (
        <Notice look={STATUSES.failing} actions={replace}>
          <p>{row.problem}</p>
        </Notice>
      )}
      {!row.charges_enabled && (
        <Notice look={{ tone: 'warn', icon: TriangleAlert }}>
          <p>{texts.notEnabled}</p>
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge status={STATUSES[status]} />
          <Badge status={MODES[row.mode]} />
        </span>
        <span className="flex flex-wrap gap-2">
          <Button size="small" icon={RotateCw} pending={check.isPending} onClick={checkAgain}>
            {texts.check}
          </Button>
          {!isFailing && replace}
          <Button size="small" onClick={() => onOpen('disconnect')}>
            {texts.disconnect}
          </Button>
        </span>
      </div>
      <div className="border-t border-line px-4 py-3">
        <Facts
          facts={[
            [
              texts.account,
              <code key="account" className="font-mono text-xs wrap-anywhere">
                {row.account_id}
              </code>,
            ],
            row.country !== null && [texts.country, row.country],
            row.default_currency !== null && [texts.currency, row.default_currency.toUpperCase()],
            [texts.events, texts[webhook.status]],
            [
              texts.lastEvent,
              <Time key="last" value={webhook.last_event_at} empty={texts.never} />,
            ],
          ]}
        />
      </div>
      {webhook.status !== 'created' && (
        <div className="flex flex-col gap-1 border-t border-line px-4 py-3">
          <p className="font-medium">{texts.url}</p>
          <div className="flex items-center gap-2 border border-line bg-surface px-3 py-2">
            <code className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">{webhook.url}</code>
            <CopyButton value={webhook.url} label={texts.copyUrl} />
          </div>
          {webhook.status === 'none' && <p className="text-xs text-muted">{texts.urlHelp}</p>}
        </div>
      )}
    </div>
  );
}
