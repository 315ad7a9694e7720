import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { deleteCustomer } from '@/lib/resources/customers/contract';
import { listEvents } from '@/lib/resources/events/contract';
import { numbered } from '@/lib/resources/events/service';
import { listPayments } from '@/lib/resources/payments/contract';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { settleWaiting } from '@/lib/workflows/settle-payments';
import { callApi } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { buyer, confirm, makeCheckout, makeProduct, monthly, refuseConfirm } from '@/testing/shop';

// `payment.failed` (docs/contract/payments.md#events).

let seller: Seller;
beforeEach(async () => {
  seller = await makeSeller();
});

async function eventsOf(...type: 'payment.failed'[]) {
  await numbered();
  const query = { after: 0, limit: 100, type };
  return (await callApi(listEvents, { query }, { as: seller })).items;
}
const payments = async () => (await callApi(listPayments, { query: {} }, { as: seller })).items;

describe('a payment that fails', () => {
  it('is recorded when a card is declined, and what the buyer typed is erased with him', async () => {
    const product = await makeProduct(seller, monthly());
    const email = `buyer-${crypto.randomUUID()}@example.com`;
    const named = { customer_email: email, customer_name: 'Grace Murray' };
    const checkout = await makeCheckout(seller, product.id, named);
    const card = (method: string) => buyer({ ...named, confirmation_token_id: method });
    await refuseConfirm(checkout, card('pm_card_chargeDeclinedInsufficientFunds'));
    const [payment] = await payments();
    const failed = await eventsOf('payment.failed');
    expect(failed).toMatchObject([
      {
        object_id: payment?.id,
        customer_id: null,
        actor: { type: 'buyer', id: checkout.id },
        data: { status: 'declined', decline_code: 'insufficient_funds', checkout: named },
      },
    ]);
    expect(failed[0]?.data).toEqual(payment);

    await confirm(checkout, card('pm_card_visa'));
    const { customerId } = await db(null).checkout.findUniqueOrThrow({
      where: { id: checkout.id },
    });
    await callApi(deleteCustomer, { params: { id: customerId ?? '' } }, { as: seller });
    const [erased] = await eventsOf('payment.failed');
    expect(erased?.data).toEqual({ id: payment?.id, erased: true });
    expect(JSON.stringify(await eventsOf())).not.toContain('Grace');
  });

  it('is recorded when a payment that takes its time fails, as what the checkout failed by', async () => {
    const product = await makeProduct(seller);
    const checkout = await makeCheckout(seller, product.id);
    await confirm(checkout, buyer({ confirmation_token_id: 'pm_usBankAccount_insufficientFunds' }));
    expect(await eventsOf('payment.failed')).toEqual([]);
    await settleWaiting(new Date(Date.now() + 9 * DAY_MS));
    const events = await eventsOf();
    const [failed, ...others] = events.filter(({ type }) => type === 'payment.failed');
    expect(others).toEqual([]);
    expect(failed).toMatchObject({
      customer_id: events.at(-1)?.customer_id,
      actor: { type: 'processor', id: null, name: null },
      data: { checkout: { id: checkout.id, status: 'failed' } },
    });
    expect(events.at(-1)).toMatchObject({ type: 'checkout.updated', cause_id: failed?.id });
  });

  it('is recorded for each renewal, as what the subscription is past due by', async () => {
    const product = await makeProduct(seller, monthly());
    const checkout = await makeCheckout(seller, product.id);
    await confirm(checkout, buyer({ confirmation_token_id: 'pm_sandbox_declineAfter1' }));
    const subscription = await db(null).subscription.findFirstOrThrow({
      where: { checkoutId: checkout.id },
    });
    await runDueSubscriptions(new Date(Date.now() + 33 * DAY_MS));
    const events = await eventsOf();
    const failed = events.filter(({ type }) => type === 'payment.failed');
    expect(failed).toMatchObject([
      {
        customer_id: subscription.customerId,
        data: { subscription_id: subscription.id, checkout: null, order: null },
      },
    ]);
    const pastDue = events.find(({ type }) => type === 'subscription.past_due');
    expect(pastDue?.cause_id).toBe(failed[0]?.id);
  });
});
