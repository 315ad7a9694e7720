import { afterAll, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { sandboxProcessor } from '@/lib/integrations/payments/sandbox';
import { stripeProcessor } from '@/lib/integrations/stripe/processor';
import { provideSettings } from '@/lib/runtime/env';
import { type HttpProcessor, startHttpProcessor } from '@/testing/http-processor/client';
import { processorSuite } from '@/testing/processor-suite';
import { StripeDouble } from '@/testing/stripe/double';
import { type ListeningStripe, listenAsStripe } from '@/testing/stripe/server';
import { compileSchemas } from '@/testing/stripe/validate';

processorSuite('the sandbox', async () => ({
  processor: sandboxProcessor,
  tokens: {
    paid: 'pm_card_visa',
    declined: 'pm_card_chargeDeclined',
    unattachable: 'pm_card_chargeDeclinedExpiredCard',
    lost: 'pm_sandbox_timeout',
    slowPaid: 'pm_usBankAccount_success',
    slowDeclined: 'pm_usBankAccount_insufficientFunds',
    refundedLater: 'pm_card_pendingRefund',
    refundFailing: 'pm_card_refundFail',
    unknown: 'pm_card_unknown',
  },
  async taken(idempotencyKey) {
    const charge = await db(null).sandboxCharge.findUnique({ where: { idempotencyKey } });
    return charge?.outcome === 'succeeded' ? charge.amount : 0;
  },
}));

let started: HttpProcessor | undefined;
afterAll(() => started?.stop());

processorSuite('a processor in another process', async () => {
  const processor = await startHttpProcessor();
  started = processor;
  return {
    processor,
    tokens: {
      paid: 'tok',
      declined: 'tok.refused',
      unattachable: 'tok.unattachable',
      lost: 'tok.lost',
      slowPaid: 'tok.bank',
      slowDeclined: 'tok.bank.refused',
      refundedLater: 'tok.refund-later',
      refundFailing: 'tok.refund-rejected',
      unknown: 'pm_card_visa',
    },
    async taken(idempotencyKey) {
      const { charges } = await processor.books();
      const charge = charges.find(({ reference }) => reference === idempotencyKey);
      return charge?.state === 'captured' ? Number(charge.cents) : 0;
    },
  };
});

const stripe = new StripeDouble();
let listening: ListeningStripe | undefined;
afterAll(() => listening?.stop());

processorSuite('Stripe', async () => {
  compileSchemas();
  stripe.setLimits(null);
  // What is booked later is told from then on; the suite compares answers.
  stripe.holdFees(true);
  listening = await listenAsStripe(stripe);
  provideSettings({ STRIPE_API_BASE: listening.url });
  const account = stripe.addAccount();
  stripe.addFault({ kind: 'lost', on: '/confirm$', body: 'pm_card_us' });
  const customers = new Map<string, string>();
  const processor = stripeProcessor({
    name: 'stripe:one',
    connectionId: 'one',
    organizationId: 'of one',
    secretKey: stripe.addKey(account, 'test'),
    customerOf: async (buyerId, make) => {
      const made = customers.get(buyerId) ?? (await make());
      const known = customers.get(buyerId) ?? made;
      customers.set(buyerId, known);
      return known;
    },
    forgetCustomer: async () => {},
    failed: async () => {},
  });
  return {
    processor,
    tokens: {
      paid: 'pm_card_visa',
      declined: 'pm_card_visa_chargeDeclined',
      unattachable: 'pm_card_chargeDeclinedExpiredCard',
      lost: 'pm_card_us',
      slowPaid: 'pm_usBankAccount_success',
      slowDeclined: 'pm_usBankAccount_insufficientFunds',
      refundedLater: 'pm_card_pendingRefund',
      refundFailing: null,
      unknown: 'pm_sandbox_timeout',
    },
    async taken(idempotencyKey) {
      const charges = stripe
        .charges(account)
        .filter(({ metadata }) => metadata.attempt_id === idempotencyKey);
      return charges.reduce((sum, { amount }) => sum + amount, 0);
    },
  };
});

it('Stripe was asked for nothing that it does not know', () => {
  // The suite asks for the same key with another amount and another card.
  const provoked = /^Another request with the key/;
  expect(stripe.violations.filter((one) => !provoked.test(one))).toEqual([]);
});
