'use client';

import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useId, useState } from 'react';
import { orderTotal } from '@/components/entities/order-status';
import { paymentsOf } from '@/components/entities/payment-attempts';
import { REFUND_BUTTON } from '@/components/orders/texts';
import { useOrganization } from '@/components/session/organization';
import { Button } from '@/components/ui/button';
import type { Order } from '@/lib/resources/orders/schema';

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
  const { role } = useOrganization();
  const payments = useQuery(paymentsOf({ order_id: [order.id] }));
  const isPaid = payments.data?.items.some(({ status }) => status === 'succeeded') ?? true;

  function reason(): string | null {
    if (orderTotal(order) === 0 || !isPaid) return REFUND_BUTTON.nothingWasPaid;
    if (left > 0) return role === 'member' ? REFUND_BUTTON.ownersAndAdminsRefund : null;
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
      {blockedBy && (
        // Below the buttons of the header, and no wider than they are.
        <p id={reasonId} className="order-last w-0 min-w-full text-xs text-muted sm:text-end">
          {blockedBy}
        </p>
      )}
      {isOpen && <RefundDialog order={order} left={left} onClose={() => setOpen(false)} />}
    </>
  );
}
