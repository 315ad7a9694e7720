'use client';

import { ReceiptText } from 'lucide-react';
import { CustomerFact } from '@/components/entities/customer-fact';
import { customerName } from '@/components/entities/customer-name';
import { DocumentMenu } from '@/components/entities/document-menu';
import { OrderLink, SubscriptionLink } from '@/components/entities/named-link';
import { REFUND_REASONS, REFUND_STATUS } from '@/components/entities/refund-status';
import { REFUND } from '@/components/refunds/presentation';
import { REFUND_PAGE } from '@/components/refunds/texts';
import { ObjectPage } from '@/components/resource/object-page';
import { ObjectRecord } from '@/components/resource/object-record';
import { useOrganizationPath } from '@/components/session/organization';
import { ActionsMenu } from '@/components/shell/page-actions';
import { DetailColumns, DetailHeader, Facts, PrimaryAction } from '@/components/ui/detail';
import { IdChip } from '@/components/ui/id-chip';
import { LinkButton } from '@/components/ui/link-button';
import { MetadataSection } from '@/components/ui/metadata';
import { formatMoney } from '@/components/ui/money';
import { Receipt } from '@/components/ui/receipt';
import { Section } from '@/components/ui/section';
import { StatusTimeline, type Step } from '@/components/ui/status-timeline';
import { Time } from '@/components/ui/time';
import { describeRequest } from '@/lib/client/client';
import { getCreditNote, getRefund } from '@/lib/resources/refunds/contract';
import type { Refund } from '@/lib/resources/refunds/schema';

const POLL_MS = 5000;

export function RefundPage({ id }: { id: string }) {
  return (
    <ObjectPage
      of={REFUND}
      read={getRefund}
      id={id}
      poll={({ status }) => status === 'pending' && POLL_MS}
    >
      {(refund) => <RefundDetail refund={refund} />}
    </ObjectPage>
  );
}

function RefundDetail({ refund }: { refund: Refund }) {
  const path = useOrganizationPath();
  const { customer, order_id, subscription_id, status } = refund;
  const order = {
    label: REFUND_PAGE.openOrder,
    icon: ReceiptText,
    href: path(`orders/${order_id}`),
  };
  return (
    <>
      <DetailHeader
        title={REFUND_PAGE.heading(
          formatMoney(refund.amount, refund.currency),
          customerName(customer),
        )}
        status={REFUND_STATUS[status]}
        subtitle={<IdChip id={refund.id} />}
        actions={
          <>
            <LinkButton icon={order.icon} href={order.href}>
              {order.label}
            </LinkButton>
            <PrimaryAction>
              <DocumentMenu
                label={REFUND.labels['credit-note']}
                variant="primary"
                blockedBy={NO_CREDIT_NOTE[status]}
                operation={getCreditNote}
                id={refund.id}
              />
            </PrimaryAction>
            <ActionsMenu
              groups={[[order]]}
              request={() => describeRequest(getRefund, { params: { id: refund.id } })}
            />
          </>
        }
      />
      <StatusTimeline steps={stepsOf(refund)} />
      <DetailColumns
        main={
          <Section title={REFUND.words.one}>
            <Facts
              facts={[
                [REFUND.labels.customer, <CustomerFact key="customer" customer={customer} />],
                [REFUND_PAGE.creditNoteNumber, refund.credit_note_number],
                [REFUND.labels.reason, REFUND_REASONS[refund.reason]],
                [REFUND_PAGE.comment, refund.comment],
                [REFUND_PAGE.benefits, benefitWords(refund)],
                [REFUND.labels.order, <OrderLink key="order" id={order_id} />],
                subscription_id !== null && [
                  REFUND.labels.subscription,
                  <SubscriptionLink key="subscription" id={subscription_id} />,
                ],
                [
                  REFUND.labels.created,
                  <Time key="created" value={refund.created_at} show="datetime" />,
                ],
                refund.modified_at !== null && [
                  REFUND_PAGE.settled,
                  <Time key="modified" value={refund.modified_at} show="datetime" />,
                ],
              ]}
            />
          </Section>
        }
        side={
          <>
            <RefundReceipt refund={refund} />
            <MetadataSection metadata={refund.metadata} />
          </>
        }
      />
      <ObjectRecord value={refund} />
    </>
  );
}

/** What went back of which order, and what that took off the customer's credit. */
function RefundReceipt({ refund }: { refund: Refund }) {
  const { status, amount, currency, credit_taken, order_invoice_number: order } = refund;
  return (
    <Section title={REFUND_PAGE.receipt}>
      <Receipt
        lines={[{ label: REFUND_PAGE.ofOrder(order), amount }]}
        total={{ label: TOTALS[status], amount: status === 'failed' ? 0 : amount }}
        after={credit_taken > 0 ? [{ label: REFUND_PAGE.creditTaken, amount: credit_taken }] : []}
        currency={currency}
      />
    </Section>
  );
}

const TOTALS: Record<Refund['status'], string> = {
  pending: REFUND_PAGE.beingRefunded,
  succeeded: REFUND_PAGE.refunded,
  failed: REFUND_PAGE.refunded,
};

const NO_CREDIT_NOTE: Record<Refund['status'], string | null> = {
  pending: REFUND_PAGE.issuedWhenTheRefund,
  succeeded: null,
  failed: REFUND_PAGE.nothingWasRefunded,
};

function benefitWords({ revoke_benefits, status }: Refund): string {
  if (!revoke_benefits) return 'Kept';
  return {
    succeeded: REFUND_PAGE.revoked,
    pending: REFUND_PAGE.revokedOnceItSucceeds,
    failed: REFUND_PAGE.keptItFailed,
  }[status];
}

function stepsOf({ status, created_at, modified_at }: Refund): Step[] {
  const requested: Step = { label: REFUND_PAGE.requested, at: created_at, state: 'past' };
  const { label, tone } = REFUND_STATUS[status];
  if (status !== 'pending') return [requested, { label, at: modified_at, state: 'present', tone }];
  return [
    requested,
    { label, state: 'present', tone },
    { label: REFUND_STATUS.succeeded.label, state: 'future' },
  ];
}
