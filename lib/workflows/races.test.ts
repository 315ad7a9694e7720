import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ApiFailure } from '@/lib/client/client';
import { db } from '@/lib/database/connection/client';
import { deleteCustomer } from '@/lib/resources/customers/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { createRefund } from '@/lib/resources/refunds/contract';
import {
  cancelSubscription,
  retrySubscription,
  setSubscriptionPaymentMethod,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';
import { settleWaitingRefunds } from '@/lib/workflows/refund-order';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { settleWaiting } from '@/lib/workflows/settle-payments';
import { callApi } from '@/testing/call-api';
import { makeSeller } from '@/testing/factories';
import { expectLedgerIdentities } from '@/testing/ledger-identities';
import { buyer, confirm, makeCheckout, makeKeyProduct, monthly } from '@/testing/shop';
import { runs } from '@/testing/soak';

// Workers renew, sellers change and processors answer at the same moment: whatever wins, nothing is charged twice,
// and payments, orders, keys and redemptions agree.

const ACTIONS = [
  ...['cancel now', 'cancel at the end', 'pause', 'change price', 'pay otherwise', 'pay by bank'],
  ...['retry', 'discount', 'refund', 'delete the customer'],
] as const;
const METHODS = ['pm_card_visa', 'pm_sandbox_timeout', 'pm_sandbox_declineAfter1'];
const BANK = { confirmation_token_id: 'pm_usBankAccount_success' };
const REFUSALS = [
  ...['PaymentError', 'Conflict', 'NotPermitted', 'AlreadyCanceledSubscription'],
  ...['ResourceNotFound', 'RequestValidationError'],
];

const round = fc.array(
  fc.record({
    method: fc.constantFrom(...METHODS),
    isByBank: fc.boolean(),
    actions: fc.uniqueArray(fc.constantFrom(...ACTIONS), { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 5, maxLength: 5 },
);

it('renewals, changes and outcomes at the same moment never charge twice', async () => {
  const seller = await makeSeller();
  const as = { as: seller };
  const product = await makeKeyProduct(seller, monthly(1000));
  const other = (await makeKeyProduct(seller, monthly(3000))).prices[0]?.id ?? '';
  const half = {
    name: 'Half',
    type: 'percentage',
    basis_points: 5000,
    duration: 'forever',
  } as const;
  const { id: discount_id } = await callApi(createDiscount, { body: half }, as);

  async function subscribe({ method, isByBank }: { method: string; isByBank: boolean }) {
    const checkout = await makeCheckout(seller, product.id);
    const customer_email = `${newId()}@example.com`;
    await confirm(checkout, buyer({ customer_email, confirmation_token_id: method }));
    const where = { checkoutId: checkout.id };
    const subscription = await db(null).subscription.findFirstOrThrow({ where });
    const params = { id: subscription.id };
    if (isByBank) await callApi(setSubscriptionPaymentMethod, { params, body: BANK }, as);
    return subscription;
  }

  /** Refunds what its first order paid, and revokes its benefits. */
  async function refund(subscriptionId: string) {
    const { id } = await db(null).order.findFirstOrThrow({
      where: { subscriptionId },
      orderBy: { id: 'asc' },
    });
    const body = { order_id: id, reason: 'other' as const, revoke_benefits: true };
    return callApi(createRefund, { body }, as);
  }

  function act(name: string, { id, customerId }: { id: string; customerId: string }) {
    const params = { id };
    const update = (body: object) => callApi(updateSubscription, { params, body }, as);
    const pay = (body: typeof BANK) => callApi(setSubscriptionPaymentMethod, { params, body }, as);
    switch (name) {
      case 'cancel now':
        return callApi(cancelSubscription, { params }, as);
      case 'cancel at the end':
        return update({ cancel_at_period_end: true });
      case 'pause':
        return update({ paused: true });
      case 'change price':
        return update({ product_price_id: other });
      case 'pay otherwise':
        return pay({ confirmation_token_id: 'pm_card_amex' });
      case 'pay by bank':
        return pay(BANK);
      case 'retry':
        return callApi(retrySubscription, { params }, as);
      case 'discount':
        return update({ discount_id });
      case 'refund':
        return refund(id);
      default:
        return callApi(deleteCustomer, { params: { id: customerId } }, as);
    }
  }

  await fc.assert(
    fc.asyncProperty(round, async (wanted) => {
      const sold = await Promise.all(wanted.map(subscribe));
      const due = new Date(Math.max(...sold.map((one) => one.currentPeriodEnd?.getTime() ?? 0)));
      const later = new Date(due.getTime() + 120_000);
      const acted = sold.flatMap((one, index) =>
        (wanted[index]?.actions ?? []).map((name) =>
          act(name, one).then(
            () => 'ok',
            (error: ApiFailure) => error.error,
          ),
        ),
      );
      const [answers] = await Promise.all([
        Promise.all(acted),
        runDueSubscriptions(due),
        settleWaiting(later, 0),
        runDueSubscriptions(due),
        settleWaiting(later, 0),
        settleWaitingRefunds(later, 0),
      ]);
      for (const answer of answers) expect(['ok', ...REFUSALS]).toContain(answer);
      await expectLedgerIdentities(seller.organizationId);
      await Promise.all([settleWaiting(later, 0), settleWaiting(later, 0)]);
      await Promise.all([settleWaitingRefunds(later, 0), settleWaitingRefunds(later, 0)]);
      await runDueSubscriptions(due);
      await expectLedgerIdentities(seller.organizationId);
      for (const { id } of sold) {
        const renewals = await db(null).order.findMany({
          where: {
            subscriptionId: id,
            billingReason: 'subscription_cycle',
            createdAt: { lte: later },
          },
        });
        expect(renewals.length).toBeLessThanOrEqual(1);
        // Not due in the next round.
        const cancel = callApi(cancelSubscription, { params: { id } }, as);
        await cancel.catch((error: ApiFailure) => expect(error.error).toMatch(/Already|NotFound/));
      }
    }),
    {
      numRuns: runs(8),
      interruptAfterTimeLimit: 20_000,
      markInterruptAsFailure: false,
      endOnFailure: true,
    },
  );
});
