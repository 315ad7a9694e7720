import { describe, expect, it } from 'vitest';
import type {
  PaymentOutcome,
  PaymentProcessor,
  RefundOutcome,
} from '@/lib/integrations/payments/processor';
import { newId } from '@/lib/runtime/ids';

/** What a processor tells of a buyer's method, whatever becomes of the charge. */
const DETAILS = {
  type: expect.stringMatching(/./),
  brand: expect.stringMatching(/./),
  last4: expect.stringMatching(/^\d{4}$/),
};

/** Where a buyer comes back to from his bank. */
const RETURN_URL = 'http://127.0.0.1/checkout/secret/return';

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
    /** Null where no refund is pending before it fails. */
    refundFailing: string | null;
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
    const source = { token, customer, returnUrl: RETURN_URL };
    const payer = { buyer };
    const request = { idempotencyKey, amount, currency: 'usd', payer, keeps: true };
    const reference = await processor.prepare(request);
    const answer = processor.confirm({ reference, amount, currency: 'usd', source });
    return { idempotencyKey, reference, answer };
  }

  async function chargeReference(reference: string, amount = 2000, idempotencyKey = newId()) {
    const { processor } = await use();
    const source = { reference };
    const request = { idempotencyKey, amount, currency: 'usd', payer: source, keeps: true };
    const payment = await processor.prepare(request);
    return processor.confirm({ reference: payment, amount, currency: 'usd', source });
  }

  /** Asks until the outcome is final. */
  async function final<Outcome extends PaymentOutcome | RefundOutcome>(
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
      for (const token of Object.values(known))
        if (token !== null) expect(processor.accepts(token)).toBe(true);
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
      expect(outcome.method.details).toEqual(DETAILS);
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
        processor.attach({ idempotencyKey, token: tokens.paid, customer, returnUrl: RETURN_URL });
      const key = newId();
      const [one, two, other] = await Promise.all([attach(key), attach(key), attach(newId())]);
      expect(two).toEqual(one);
      expect(other).not.toEqual(one);
      if (one.status !== 'attached') throw new Error('The method is not attached');
      expect(one.method.details).toEqual(DETAILS);
      expect(await chargeReference(one.method.reference)).toMatchObject({ status: 'succeeded' });
    });

    it('attaches no method that declines by its nature', async () => {
      const { processor, tokens } = await use();
      const customer = await processor.customer(buyer);
      const token = tokens.unattachable;
      const request = { idempotencyKey: newId(), token, customer, returnUrl: RETURN_URL };
      expect(await processor.attach(request)).toMatchObject({ status: 'declined' });
    });

    it('says why it declines, and takes nothing', async () => {
      const { processor, tokens, taken } = await use();
      const { idempotencyKey, reference, answer } = await chargeToken(tokens.declined);
      const outcome = await answer;
      const code = expect.stringMatching(/./);
      expect(outcome).toMatchObject({ status: 'declined', code, details: DETAILS });
      expect(await processor.retrieve(reference)).toEqual(outcome);
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
      // Another amount under the same key is refused, or the payment that there is already.
      const other = await chargeToken(tokens.declined, 5000, key).catch(() => null);
      if (other) {
        expect(await other.answer).toEqual(answers[0]);
        expect(await processor.retrieve(other.reference)).toEqual(answers[0]);
      }
      const again = await chargeToken(tokens.declined, 900, key);
      expect(await again.answer).toEqual(answers[0]);
      expect(await taken(key)).toBe(900);
    });

    it('tells what became of a charge whose answer was lost', async () => {
      const { processor, tokens, taken } = await use();
      const { idempotencyKey, reference, answer } = await chargeToken(tokens.lost);
      await expect(answer).rejects.toThrow();
      const outcome = await processor.retrieve(reference);
      expect(outcome).toMatchObject({ status: 'succeeded' });
      if (outcome.status !== 'succeeded' || !outcome.method) throw new Error('No method is stored');
      expect(await taken(idempotencyKey)).toBe(2000);
    });

    it('prepares one payment for a key, of which nothing is known, and nothing is taken, until it is confirmed', async () => {
      const { processor, tokens, taken } = await use();
      const asked = { amount: 2000, currency: 'usd', payer: { buyer }, keeps: true };
      const request = { idempotencyKey: newId(), ...asked };
      const prepared = await Promise.all([1, 2, 3].map(() => processor.prepare(request)));
      expect(new Set(prepared).size).toBe(1);
      const [reference = ''] = prepared;
      for (let asked = 0; asked < 2; asked += 1) {
        expect(await processor.retrieve(reference)).toEqual({ status: 'unknown' });
      }
      expect(await taken(request.idempotencyKey)).toBe(0);
      const { answer } = await chargeToken(tokens.paid, 2000, request.idempotencyKey);
      expect(await answer).toMatchObject({ status: 'succeeded' });
      expect(await taken(request.idempotencyKey)).toBe(2000);
    });

    it('cancels nothing that is paid or under way', async () => {
      const { processor, tokens, taken } = await use();
      const paid = await chargeToken(tokens.paid);
      const outcome = await paid.answer;
      expect(await processor.cancel(paid.reference)).toEqual(outcome);
      expect(await taken(paid.idempotencyKey)).toBe(2000);
      const slow = await chargeToken(tokens.slowPaid);
      await slow.answer;
      expect(await processor.cancel(slow.reference)).not.toMatchObject({ status: 'declined' });
      expect(await final(() => processor.retrieve(slow.reference))).toMatchObject({
        status: 'succeeded',
      });
    });

    it('lets a payment that was canceled before its confirmation arrived never succeed', async () => {
      const { processor, tokens, taken } = await use();
      const key = newId();
      const asked = { amount: 2000, currency: 'usd', payer: { buyer }, keeps: true };
      const request = { idempotencyKey: key, ...asked };
      const reference = await processor.prepare(request);
      const closed = await processor.cancel(reference);
      expect(await processor.retrieve(reference)).toEqual(closed);
      expect(closed).toMatchObject({ status: 'declined' });
      expect(await (await chargeToken(tokens.paid, 2000, key)).answer).toEqual(closed);
      expect(await taken(key)).toBe(0);
    });

    it('agrees with its books when a confirmation and its cancellation arrive together', async () => {
      const { processor, tokens, taken } = await use();
      for (let round = 0; round < 5; round += 1) {
        const key = newId();
        const { reference, answer } = await chargeToken(tokens.paid, 2000, key);
        const [charged, asked] = await Promise.all([answer, processor.cancel(reference)]);
        expect(asked.status).toBe(charged.status);
        expect(await taken(key)).toBe(charged.status === 'succeeded' ? 2000 : 0);
      }
    });

    it.each([
      ['slowPaid', 'succeeded', 2000],
      ['slowDeclined', 'declined', 0],
    ] as const)('%s is processing first, and %s for good', async (token, status, amount) => {
      const { processor, tokens, taken } = await use();
      const { idempotencyKey, reference, answer } = await chargeToken(tokens[token]);
      expect(await answer).toMatchObject({ status: 'processing', details: DETAILS });
      const outcome = await final(() => processor.retrieve(reference));
      const charged = { details: DETAILS };
      expect(outcome).toMatchObject({
        status,
        ...(status === 'succeeded' ? { method: charged } : charged),
      });
      expect(await processor.retrieve(reference)).toEqual(outcome);
      expect(await taken(idempotencyKey)).toBe(amount);
    });

    describe('refunds', () => {
      const refund = async (payment: string, amount: number, idempotencyKey = newId()) => {
        const { processor } = await use();
        const request = { idempotencyKey, payment, amount, currency: 'usd' };
        return (await processor.refund(request)).outcome;
      };
      const charged = async (token: string, amount = 2000) => {
        const { reference, answer } = await chargeToken(token, amount);
        await answer;
        return reference;
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
        const payment = await charged(tokens.paid);
        const euro = { idempotencyKey: newId(), payment, amount: 100, currency: 'eur' };
        expect((await processor.refund(euro)).outcome).toMatchObject({ status: 'failed' });
      });

      it('that never arrived are failed when asked for, and stay so', async () => {
        const { processor, tokens } = await use();
        const payment = await charged(tokens.paid);
        const key = newId();
        const { outcome } = await processor.retrieveRefund({ idempotencyKey: key, payment });
        expect(outcome).toMatchObject({ status: 'failed' });
        expect(await refund(payment, 100, key)).toMatchObject({ status: 'failed' });
        expect(await refund(payment, 2000)).toEqual({ status: 'succeeded' });
      });

      it.for([
        ['refundedLater', 'succeeded'],
        ['refundFailing', 'failed'],
      ] as const)('%s are pending first, and %s for good', async ([token, status], { skip }) => {
        const { processor, tokens } = await use();
        const named = tokens[token];
        if (named === null) return skip();
        const payment = await charged(named);
        const key = newId();
        const request = { idempotencyKey: key, payment, amount: 2000, currency: 'usd' };
        const { reference, outcome: first } = await processor.refund(request);
        expect(first).toEqual({ status: 'pending' });
        if (reference === null) throw new Error('The refund has no reference');
        const ask = async () => (await processor.retrieveRefund({ reference })).outcome;
        const outcome = await final(ask);
        expect(outcome).toMatchObject({ status });
        expect(await ask()).toEqual(outcome);
        // By its key it is the same refund.
        expect(await processor.retrieveRefund(request)).toMatchObject({ reference, outcome });
        // What was not given back is left.
        expect(await refund(payment, 1)).toMatchObject({
          status: status === 'failed' ? 'pending' : 'failed',
        });
      });
    });
  });
}
