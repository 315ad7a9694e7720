'use client';

import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useId, useState } from 'react';
import { orderTotal } from '@/components/entities/order-status';
import { paymentsOf } from '@/components/entities/payment-attempts';
import { useWhyNot } from '@/components/form/rights';
import { REFUND_BUTTON } from '@/components/orders/texts';
import { Button } from '@/components/ui/button';
import { HeaderReason } from '@/components/ui/detail';
import type { Order } from '@/lib/resources/orders/schema';
import { createRefund } from '@/lib/resources/refunds/contract';

// Few visits of an order refund it.
const RefundDialog = dynamic(() =>
  import('@/components/orders/refund-dialog').then(({ RefundDialog }) => RefundDialog),
);

/** Opens the dialog of a refund, or says why there is nothing to refund. */
export function RefundButton({
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
  return (
    <>
      <Button
        icon={Undo2}
        blockedById={blockedBy ? reasonId : undefined}
        onClick={() => setOpen(true)}
      >
        {REFUND_BUTTON.refund}
      </Button>
      {blockedBy && <HeaderReason id={reasonId}>{blockedBy}</HeaderReason>}
      {isOpen && <RefundDialog order={order} left={left} onClose={() => setOpen(false)} />}
    </>
  );
}
