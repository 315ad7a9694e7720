import { describe, expect, it } from 'vitest';
import type {
  ChargeOutcome,
  PaymentProcessor,
  RefundOutcome,
} from '@/lib/integrations/payments/processor';
import { newId } from '@/lib/runtime/ids';

/** A processor under test, with tokens that do what their names say. */
export interface ProcessorUnderTest {
  processor: PaymentProcessor;
  tokens: {
    paid: string;
    declined: string;
    /** Declines, also where it is attached without a charge. */
    unattachable: string;
    /** Paid, but the charge's answer is lost. */
    lost: string;
    /** Processing first, paid or declined later. */
    slowPaid: string;
    slowDeclined: string;
    /** A refund of its charge is pending first, and succeeds or fails later. */
    refundedLater: string;
    refundFailing: string;
    unknown: string;
  };
  /** What the processor took for a key, minor units; 0 where it took nothing. */
  taken(idempotencyKey: string): Promise<number>;
}

/**
 * What the product relies on in a processor: every implementation passes this suite unchanged. `make` is
 * called once, in the first test.
 */
export function processorSuite(name: string, make: () => Promise<ProcessorUnderTest>): void {
  let made: Promise<ProcessorUnderTest> | undefined;
  const use = () => {
    made ??= make();
    return made;
  };
  const buyer = { id: newId(), email: 'buyer@example.com', name: 'Bo Buyer' };

  /** Charges a token of the buyer. */
  async function chargeToken(token: string, amount = 2000, idempotencyKey = newId()) {
    const { processor } = await use();
    const customer = await processor.customer(buyer);
    const source = { token, customer };
    const answer = processor.charge({ idempotencyKey, amount, currency: 'usd', source });
    return { idempotencyKey, answer };
  }

  async function chargeReference(reference: string, amount = 2000, idempotencyKey = newId()) {
    const { processor } = await use();
    const source = { reference };
    return processor.charge({ idempotencyKey, amount, currency: 'usd', source });
  }

  /** Asks until the outcome is final. */
  async function final<Outcome extends ChargeOutcome | RefundOutcome>(
    ask: () => Promise<Outcome>,
  ): Promise<Outcome> {
    for (let tries = 0; ; tries += 1) {
      const outcome = await ask();
      if (!['processing', 'pending'].includes(outcome.status)) return outcome;
      if (tries === 100) throw new Error('The outcome never becomes final');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  describe(name, () => {
    it('knows the form of its tokens, whatever becomes of them', async () => {
      const { processor, tokens } = await use();
      const { unknown, ...known } = tokens;
      for (const token of Object.values(known)) expect(processor.accepts(token)).toBe(true);
      expect(processor.accepts(unknown)).toBe(false);
    });

    it('has one customer for a buyer', async () => {
      const { processor } = await use();
      const asked = await Promise.all([1, 2, 3].map(() => processor.customer(buyer)));
      const other = await processor.customer({ ...buyer, id: newId() });
      expect(new Set(asked).size).toBe(1);
      expect(asked[0]).not.toBe(other);
    });

    it('takes the money of a token, and later, without the buyer, that of its method', async () => {
      const { tokens, taken } = await use();
      const first = await chargeToken(tokens.paid);
      const outcome = await first.answer;
      if (outcome.status !== 'succeeded' || !outcome.method) throw new Error('No method is stored');
      expect(await taken(first.idempotencyKey)).toBe(2000);
      const renewal = newId();
      const again = await chargeReference(outcome.method.reference, 700, renewal);
      expect(again).toMatchObject({ status: 'succeeded' });
      expect(await taken(renewal)).toBe(700);
    });

    it('sets a method up without taking money where the amount is 0', async () => {
      const { tokens, taken } = await use();
      const { idempotencyKey, answer } = await chargeToken(tokens.paid, 0);
      const outcome = await answer;
      if (outcome.status !== 'succeeded' || !outcome.method) throw new Error('No method is stored');
      expect(await taken(idempotencyKey)).toBe(0);
      expect(await chargeReference(outcome.method.reference)).toMatchObject({
        status: 'succeeded',
      });
    });

    it('attaches a method once for a key, and it can be charged', async () => {
      const { processor, tokens } = await use();
      const customer = await processor.customer(buyer);
      const attach = (idempotencyKey: string) =>
        processor.attach({ idempotencyKey, token: tokens.paid, customer });
      const key = newId();
      const [one, two, other] = await Promise.all([attach(key), attach(key), attach(newId())]);
      expect(two).toEqual(one);
      expect(other).not.toEqual(one);
      if (one.status !== 'attached') throw new Error('The method is not attached');
      expect(await chargeReference(one.method.reference)).toMatchObject({ status: 'succeeded' });
    });

    it('attaches no method that declines by its nature', async () => {
      const { processor, tokens } = await use();
      const customer = await processor.customer(buyer);
      const request = { idempotencyKey: newId(), token: tokens.unattachable, customer };
      expect(await processor.attach(request)).toMatchObject({ status: 'declined' });
    });

    it('says why it declines, and takes nothing', async () => {
      const { processor, tokens, taken } = await use();
      const { idempotencyKey, answer } = await chargeToken(tokens.declined);
      const outcome = await answer;
      expect(outcome).toMatchObject({ status: 'declined', code: expect.stringMatching(/./) });
      expect(await processor.settle(idempotencyKey)).toEqual(outcome);
      expect(await taken(idempotencyKey)).toBe(0);
    });

    it('declines a method that it does not know', async () => {
      expect(await chargeReference('nobody')).toMatchObject({ status: 'declined' });
    });

    it('charges a key once, however often and whatever is asked', async () => {
      const { processor, tokens, taken } = await use();
      const key = newId();
      const answers = await Promise.all(
        Array.from({ length: 10 }, async () => (await chargeToken(tokens.paid, 900, key)).answer),
      );
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(await (await chargeToken(tokens.declined, 5000, key)).answer).toEqual(answers[0]);
      expect(await processor.settle(key)).toEqual(answers[0]);
      expect(await taken(key)).toBe(900);
    });

    it('tells what became of a charge whose answer was lost', async () => {
      const { processor, tokens, taken } = await use();
      const { idempotencyKey, answer } = await chargeToken(tokens.lost);
      await expect(answer).rejects.toThrow();
      const outcome = await processor.settle(idempotencyKey);
      expect(outcome).toMatchObject({ status: 'succeeded' });
      if (outcome.status !== 'succeeded' || !outcome.method) throw new Error('No method is stored');
      expect(await taken(idempotencyKey)).toBe(2000);
    });

    it('lets a charge that it was asked about before it arrived never succeed', async () => {
      const { processor, tokens, taken } = await use();
      const key = newId();
      const closed = await processor.settle(key);
      expect(closed).toMatchObject({ status: 'declined' });
      expect(await (await chargeToken(tokens.paid, 2000, key)).answer).toEqual(closed);
      expect(await taken(key)).toBe(0);
    });

    it('agrees with its books when a charge and the question for it arrive together', async () => {
      const { processor, tokens, taken } = await use();
      for (let round = 0; round < 5; round += 1) {
        const key = newId();
        const { answer } = await chargeToken(tokens.paid, 2000, key);
        const [charged, asked] = await Promise.all([answer, processor.settle(key)]);
        expect(asked.status).toBe(charged.status);
        expect(await taken(key)).toBe(charged.status === 'succeeded' ? 2000 : 0);
      }
    });

    it.each([
      ['slowPaid', 'succeeded', 2000],
      ['slowDeclined', 'declined', 0],
    ] as const)('%s is processing first, and %s for good', async (token, status, amount) => {
      const { processor, tokens, taken } = await use();
      const { idempotencyKey, answer } = await chargeToken(tokens[token]);
      expect(await answer).toMatchObject({ status: 'processing' });
      const outcome = await final(() => processor.settle(idempotencyKey));
      expect(outcome).toMatchObject({ status });
      expect(await processor.settle(idempotencyKey)).toEqual(outcome);
      expect(await taken(idempotencyKey)).toBe(amount);
    });

    describe('refunds', () => {
      const refund = async (chargeKey: string, amount: number, idempotencyKey = newId()) => {
        const { processor } = await use();
        return processor.refund({ idempotencyKey, chargeKey, amount, currency: 'usd' });
      };
      const charged = async (token: string, amount = 2000) => {
        const { idempotencyKey, answer } = await chargeToken(token, amount);
        await answer;
        return idempotencyKey;
      };

      it('give back parts, and never more than is left', async () => {
        const { tokens } = await use();
        const key = await charged(tokens.paid);
        expect(await refund(key, 500)).toEqual({ status: 'succeeded' });
        expect(await refund(key, 1501)).toMatchObject({ status: 'failed' });
        expect(await refund(key, 1500)).toEqual({ status: 'succeeded' });
        expect(await refund(key, 1)).toMatchObject({ status: 'failed' });
      });

      it('give back once for a key', async () => {
        const { tokens } = await use();
        const key = await charged(tokens.paid);
        const once = newId();
        const answers = await Promise.all([1, 2, 3, 4].map(() => refund(key, 800, once)));
        for (const answer of answers) expect(answer).toEqual({ status: 'succeeded' });
        expect(await refund(key, 1200)).toEqual({ status: 'succeeded' });
      });

      it('never exceed the charge together, however many run at once', async () => {
        const { tokens } = await use();
        const key = await charged(tokens.paid);
        const answers = await Promise.all(Array.from({ length: 8 }, () => refund(key, 600)));
        expect(answers.filter(({ status }) => status === 'succeeded')).toHaveLength(3);
      });

      it('of what was not paid fail, and so do those in another currency', async () => {
        const { processor, tokens } = await use();
        expect(await refund(await charged(tokens.declined), 100)).toMatchObject({
          status: 'failed',
        });
        expect(await refund(newId(), 100)).toMatchObject({ status: 'failed' });
        const chargeKey = await charged(tokens.paid);
        const euro = { idempotencyKey: newId(), chargeKey, amount: 100, currency: 'eur' };
        expect(await processor.refund(euro)).toMatchObject({ status: 'failed' });
      });

      it('that never arrived are failed when asked for, and stay so', async () => {
        const { processor, tokens } = await use();
        const chargeKey = await charged(tokens.paid);
        const key = newId();
        expect(await processor.settleRefund(key)).toMatchObject({ status: 'failed' });
        expect(await refund(chargeKey, 100, key)).toMatchObject({ status: 'failed' });
        expect(await refund(chargeKey, 2000)).toEqual({ status: 'succeeded' });
      });

      it.each([
        ['refundedLater', 'succeeded'],
        ['refundFailing', 'failed'],
      ] as const)('%s are pending first, and %s for good', async (token, status) => {
        const { processor, tokens } = await use();
        const chargeKey = await charged(tokens[token]);
        const key = newId();
        expect(await refund(chargeKey, 2000, key)).toEqual({ status: 'pending' });
        const outcome = await final(() => processor.settleRefund(key));
        expect(outcome).toMatchObject({ status });
        expect(await processor.settleRefund(key)).toEqual(outcome);
        // What was not given back is left.
        expect(await refund(chargeKey, 1)).toMatchObject({
          status: status === 'failed' ? 'pending' : 'failed',
        });
      });
    });
  });
}
