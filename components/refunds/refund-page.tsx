'use client';

import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { CustomerFact } from '@/components/entities/customer-fact';
import { DocumentMenu } from '@/components/entities/document-menu';
import { REFUND_REASONS, REFUND_STATUS } from '@/components/entities/refund-status';
import { useOrganizationPath } from '@/components/session/organization';
import { EntityLink } from '@/components/shell/entity-link';
import { DetailPage } from '@/components/shell/page';
import { CurlButton } from '@/components/ui/curl-button';
import { DetailColumns, DetailHeader, Facts, PrimaryAction } from '@/components/ui/detail';
import { IdChip, shortId } from '@/components/ui/id-chip';
import { JsonView } from '@/components/ui/json-view';
import { LinkButton } from '@/components/ui/link-button';
import { MetadataList } from '@/components/ui/metadata';
import { formatMoney } from '@/components/ui/money';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { Section } from '@/components/ui/section';
import { StatusTimeline, type Step } from '@/components/ui/status-timeline';
import { Time } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { getCreditNote, getRefund } from '@/lib/resources/refunds/contract';
import type { Refund } from '@/lib/resources/refunds/schema';

const POLL_MS = 5000;

export function RefundPage({ id }: { id: string }) {
  const path = useOrganizationPath();
  const refund = useQuery({
    ...query(getRefund, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? POLL_MS : false),
  });
  return (
    <DetailPage
      crumbs={[{ label: 'Refunds', href: path('refunds') }]}
      current={shortId(id)}
      tab={`Refund ${shortId(id)}`}
    >
      <QueryBoundary query={refund} what="this refund">
        {(found) => <RefundDetail refund={found} />}
      </QueryBoundary>
    </DetailPage>
  );
}

function RefundDetail({ refund }: { refund: Refund }) {
  const path = useOrganizationPath();
  const { customer, order_id, subscription_id, status } = refund;
  return (
    <>
      <DetailHeader
        title={`${formatMoney(refund.amount, refund.currency)} to ${customer.name ?? customer.email}`}
        status={REFUND_STATUS[status]}
        subtitle={<IdChip id={refund.id} />}
        actions={
          <>
            <CurlButton operation={getRefund} input={{ params: { id: refund.id } }} />
            <LinkButton icon={ReceiptText} href={path(`orders/${order_id}`)}>
              Open order
            </LinkButton>
            <PrimaryAction>
              <DocumentMenu
                label="Credit note"
                variant="primary"
                blockedBy={NO_CREDIT_NOTE[status]}
                operation={getCreditNote}
                id={refund.id}
              />
            </PrimaryAction>
          </>
        }
      />
      <StatusTimeline steps={stepsOf(refund)} />
      <DetailColumns
        main={
          <Section title="Refund">
            <Facts
              facts={[
                ['Customer', <CustomerFact key="customer" customer={customer} />],
                ['Credit note number', refund.credit_note_number],
                ['Reason', REFUND_REASONS[refund.reason]],
                ['Comment', refund.comment],
                ['Benefits', benefitWords(refund)],
                [
                  'Order',
                  <EntityLink key="order" section="orders" id={order_id}>
                    {shortId(order_id)}
                  </EntityLink>,
                ],
                subscription_id !== null && [
                  'Subscription',
                  <EntityLink key="subscription" section="subscriptions" id={subscription_id}>
                    {shortId(subscription_id)}
                  </EntityLink>,
                ],
                ['Created', <Time key="created" value={refund.created_at} show="datetime" />],
                refund.modified_at !== null && [
                  'Settled',
                  <Time key="modified" value={refund.modified_at} show="datetime" />,
                ],
              ]}
            />
          </Section>
        }
        side={
          <Section title="Metadata" className="no-print">
            <MetadataList metadata={refund.metadata} />
          </Section>
        }
      />
      <JsonView value={refund} />
    </>
  );
}

const NO_CREDIT_NOTE: Record<Refund['status'], string | null> = {
  pending: 'Issued when the refund succeeds.',
  succeeded: null,
  failed: 'Nothing was refunded.',
};

function benefitWords({ revoke_benefits, status }: Refund): string {
  if (!revoke_benefits) return 'Kept';
  return { succeeded: 'Revoked', pending: 'Revoked once it succeeds', failed: 'Kept: it failed' }[
    status
  ];
}

function stepsOf({ status, created_at, modified_at }: Refund): Step[] {
  const requested: Step = { label: 'Requested', at: created_at, state: 'past' };
  const { label, tone } = REFUND_STATUS[status];
  if (status !== 'pending') return [requested, { label, at: modified_at, state: 'present', tone }];
  return [
    requested,
    { label, state: 'present', tone },
    { label: REFUND_STATUS.succeeded.label, state: 'future' },
  ];
}
