'use client';

import { Answers } from '@/components/entities/custom-field-answers';
import { customerName } from '@/components/entities/customer-name';
import { ORDER_STATUS, orderStatus, orderTotal } from '@/components/entities/order-status';
import { PaymentAttempts } from '@/components/entities/payment-attempts';
import { OrderActions } from '@/components/orders/order-actions';
import { OrderGrants } from '@/components/orders/order-grants';
import { OrderProblems } from '@/components/orders/order-problems';
import { OrderReceipt } from '@/components/orders/order-receipt';
import {
  isBehind,
  POLL_MS,
  type RefundsQuery,
  refundedOf,
  useRefundsOf,
} from '@/components/orders/order-refunds';
import { ORDER } from '@/components/orders/presentation';
import { RefundList } from '@/components/orders/refund-list';
import { stepsAfter } from '@/components/orders/subscription-after';
import { ORDER_PAGE } from '@/components/orders/texts';
import { ObjectPage } from '@/components/resource/object-page';
import { ObjectRecord } from '@/components/resource/object-record';
import { useOrganization } from '@/components/session/organization';
import { DetailColumns, DetailHeader, Facts } from '@/components/ui/detail';
import { IdChip } from '@/components/ui/id-chip';
import { MetadataSection } from '@/components/ui/metadata';
import { formatMoney } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { StatusTimeline, type Step } from '@/components/ui/status-timeline';
import { getOrder } from '@/lib/resources/orders/contract';
import type { Order } from '@/lib/resources/orders/schema';
import type { Refund } from '@/lib/resources/refunds/schema';

export function OrderPage({ id }: { id: string }) {
  const refunds = useRefundsOf(id);
  return (
    <ObjectPage
      of={ORDER}
      read={getOrder}
      id={id}
      // It may have been read before the refund that the list shows as settled.
      poll={(order) => isBehind(order, refunds.data?.items ?? []) && POLL_MS}
    >
      {(order) => <OrderDetail order={order} refunds={refunds} />}
    </ObjectPage>
  );
}

function OrderDetail({ order, refunds }: { order: Order; refunds: RefundsQuery }) {
  const { name: seller } = useOrganization();
  const money = refundedOf(order, refunds.data?.items ?? []);
  const { customer, product } = order;
  return (
    <>
      <DetailHeader
        title={ORDER_PAGE.heading(amountOf(order), customerName(customer))}
        status={orderStatus(order)}
        subtitle={
          <>
            <span className="hidden print:inline">{seller}</span>
            <span>{product.name}</span>
            <IdChip id={order.id} />
          </>
        }
        actions={<OrderActions order={order} {...money} />}
      />
      <OrderProblems order={order} refunds={refunds.data?.items ?? []} />
      <StatusTimeline steps={stepsOf(order, refunds.data?.items ?? [])} />
      <DetailColumns
        main={
          <>
            <Section title={ORDER.words.one}>
              <Facts facts={ORDER.factsOf(order)} />
            </Section>
            <RefundList refunds={refunds} />
            <PaymentAttempts sale={{ order_id: [order.id] }} empty={noPayments(order)} />
            <Answers data={order.custom_field_data} />
            <OrderGrants order={order} />
          </>
        }
        side={
          <>
            <OrderReceipt order={order} money={money} />
            <MetadataSection metadata={order.metadata} />
          </>
        }
      />
      <ObjectRecord value={order} />
    </>
  );
}

function noPayments(order: Order): string {
  return orderTotal(order) === 0 ? ORDER_PAGE.nothingHadToBe : ORDER_PAGE.noPaymentIsKnown;
}

function amountOf(order: Order): string {
  const total = orderTotal(order);
  return total === 0 ? ORDER_PAGE.freeOrder : formatMoney(total, order.currency);
}

function stepsOf(order: Order, refunds: readonly Refund[]): Step[] {
  const { subscription, created_at, status } = order;
  const isRefunded = status !== 'paid';
  const paid: Step = {
    label: orderTotal(order) === 0 ? ORDER_PAGE.free : ORDER_PAGE.paid,
    at: created_at,
    state: isRefunded ? 'past' : 'present',
  };
  const refunded: Step = {
    label: ORDER_STATUS[status].label,
    at: refunds.find((refund) => refund.status === 'succeeded')?.modified_at ?? null,
    state: 'present',
    tone: ORDER_STATUS[status].tone,
  };
  const sale = isRefunded ? [paid, refunded] : [paid];
  if (!subscription) return sale;
  const started: Step = {
    label: ORDER_PAGE.subscriptionStarted,
    at: subscription.started_at,
    state: 'past',
  };
  return [started, ...sale, ...stepsAfter(subscription)];
}
