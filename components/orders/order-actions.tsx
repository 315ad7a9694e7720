'use client';

import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useId, useState } from 'react';
import { DocumentMenu } from '@/components/entities/document-menu';
import { orderTotal } from '@/components/entities/order-status';
import { paymentsOf } from '@/components/entities/payment-attempts';
import { useWhyNot } from '@/components/form/rights';
import { ORDER_PAGE, REFUND_BUTTON } from '@/components/orders/texts';
import { ActionsMenu } from '@/components/shell/page-actions';
import { Button } from '@/components/ui/button';
import { HeaderReason, PrimaryAction } from '@/components/ui/detail';
import { describeRequest } from '@/lib/client/client';
import { getOrder, getOrderInvoice } from '@/lib/resources/orders/contract';
import type { Order } from '@/lib/resources/orders/schema';
import { createRefund } from '@/lib/resources/refunds/contract';

// Few visits of an order refund it.
const RefundDialog = dynamic(() =>
  import('@/components/orders/refund-dialog').then(({ RefundDialog }) => RefundDialog),
);

/** What can be done with an order: its refund, or why there is nothing to refund, and its invoice. */
export function OrderActions({
  order,
  left,
  pending,
}: {
  order: Order;
  /** What can still be refunded, and what is being refunded, minor units. */
  left: number;
  pending: number;
}) {
  const [isOpen, setOpen] = useState(false);
  const reasonId = useId();
  const whyNot = useWhyNot();
  const payments = useQuery(paymentsOf({ order_id: [order.id] }));
  const isPaid = payments.data?.items.some(({ status }) => status === 'succeeded') ?? true;

  function reason(): string | null {
    if (orderTotal(order) === 0 || !isPaid) return REFUND_BUTTON.nothingWasPaid;
    if (left > 0) return whyNot(createRefund);
    return pending > 0 ? REFUND_BUTTON.theRefundIsBeing : REFUND_BUTTON.everythingIsRefunded;
  }

  const blockedBy = reason();
  const refund = { label: REFUND_BUTTON.refund, icon: Undo2, onSelect: () => setOpen(true) };
  return (
    <>
      <Button
        icon={refund.icon}
        blockedById={blockedBy ? reasonId : undefined}
        onClick={refund.onSelect}
      >
        {refund.label}
      </Button>
      {order.invoice_number !== null && (
        <PrimaryAction>
          <DocumentMenu
            label={ORDER_PAGE.invoice}
            variant="primary"
            operation={getOrderInvoice}
            id={order.id}
          />
        </PrimaryAction>
      )}
      <ActionsMenu
        groups={[[{ ...refund, blockedBy }]]}
        request={() => describeRequest(getOrder, { params: { id: order.id } })}
      />
      {blockedBy && <HeaderReason id={reasonId}>{blockedBy}</HeaderReason>}
      {isOpen && <RefundDialog order={order} left={left} onClose={() => setOpen(false)} />}
    </>
  );
}
