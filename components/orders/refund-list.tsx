'use client';

import { DocumentMenu } from '@/components/entities/document-menu';
import { REFUND_REASONS, REFUND_STATUS } from '@/components/entities/refund-status';
import type { RefundsQuery } from '@/components/orders/order-refunds';
import { REFUND_LIST } from '@/components/orders/texts';
import { EntityLink } from '@/components/shell/entity-link';
import { Badge } from '@/components/ui/badge';
import { ErrorState } from '@/components/ui/error-state';
import { Money } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { Time } from '@/components/ui/time';
import { getCreditNote } from '@/lib/resources/refunds/contract';

/** The refunds of an order, each with its state; nothing where there are none. */
export function RefundList({ refunds }: { refunds: RefundsQuery }) {
  if (refunds.error && !refunds.data) {
    return (
      <Section title={REFUND_LIST.refunds}>
        <ErrorState
          what={REFUND_LIST.theRefunds}
          error={refunds.error}
          retrying={refunds.isFetching}
          onRetry={() => void refunds.refetch()}
        />
      </Section>
    );
  }
  const items = refunds.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Section title={REFUND_LIST.refunds}>
      <ul className="-mt-2">
        {items.map(({ id, status, reason, comment, amount, currency, created_at, ...refund }) => (
          <li
            key={id}
            className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0"
          >
            <Badge status={REFUND_STATUS[status]} />
            <span className="flex min-w-40 flex-1 flex-col wrap-anywhere">
              <EntityLink section="refunds" id={id}>
                {REFUND_REASONS[reason]}
              </EntityLink>
              {comment && <span className="text-muted">{comment}</span>}
            </span>
            <span className="ml-auto flex items-center gap-x-4">
              {refund.credit_note_number && (
                <DocumentMenu
                  label={REFUND_LIST.creditNote}
                  size="small"
                  operation={getCreditNote}
                  id={id}
                />
              )}
              <Money amount={amount} currency={currency} />
              <span className="text-muted">
                <Time value={created_at} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
