import { afterAll } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { sandboxProcessor } from '@/lib/integrations/payments/sandbox';
import { type HttpProcessor, startHttpProcessor } from '@/testing/http-processor/client';
import { processorSuite } from '@/testing/processor-suite';

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
