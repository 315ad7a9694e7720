import type { ChargeOutcome, PaymentProcessor } from '@/lib/resources/payments/processor';
import { enter, type LedgerEntry, move } from '@/lib/resources/payments/sandbox-ledger';

interface TestCard {
  /** Of a charge; attaching the card succeeds unless `attach` says otherwise. */
  outcome: 'succeeded' | 'declined' | 'processing' | 'processing_to_declined';
  code?: string;
  declineCode?: string;
  /** Attaching the card for later charges works although charging it does not. */
  attaches?: boolean;
}

const paid: TestCard = { outcome: 'succeeded' };
const declined = (code: string, declineCode?: string): TestCard => ({
  outcome: 'declined',
  code,
  ...(declineCode ? { declineCode } : {}),
});

/**
 * Stripe's public test payment methods and what happens to them
 * (docs/contract/payments.md#test-payment-methods).
 */
const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  pm_card_visa: paid,
  pm_card_visa_debit: paid,
  pm_card_mastercard: paid,
  pm_card_mastercard_debit: paid,
  pm_card_mastercard_prepaid: paid,
  pm_card_amex: paid,
  pm_card_discover: paid,
  pm_card_diners: paid,
  pm_card_jcb: paid,
  pm_card_unionpay: paid,
  pm_card_us: paid,
  pm_card_chargeDeclined: declined('card_declined', 'generic_decline'),
  pm_card_visa_chargeDeclined: declined('card_declined', 'generic_decline'),
  pm_card_chargeDeclinedInsufficientFunds: declined('card_declined', 'insufficient_funds'),
  pm_card_visa_chargeDeclinedInsufficientFunds: declined('card_declined', 'insufficient_funds'),
  pm_card_visa_chargeDeclinedLostCard: declined('card_declined', 'lost_card'),
  pm_card_chargeDeclinedLostCard: declined('card_declined', 'lost_card'),
  pm_card_visa_chargeDeclinedStolenCard: declined('card_declined', 'stolen_card'),
  pm_card_chargeDeclinedStolenCard: declined('card_declined', 'stolen_card'),
  pm_card_chargeDeclinedFraudulent: declined('card_declined', 'fraudulent'),
  pm_card_radarBlock: declined('card_declined', 'fraudulent'),
  pm_card_chargeDeclinedExpiredCard: declined('expired_card'),
  pm_card_chargeDeclinedIncorrectCvc: declined('incorrect_cvc'),
  pm_card_chargeDeclinedProcessingError: declined('processing_error'),
  pm_card_authenticationRequired: declined('authentication_required', 'authentication_required'),
  pm_card_threeDSecure2Required: declined('authentication_required', 'authentication_required'),
  pm_card_chargeCustomerFail: { ...declined('card_declined', 'generic_decline'), attaches: true },
  pm_usBankAccount: { outcome: 'processing' },
  pm_usBankAccount_success: { outcome: 'processing' },
  pm_usBankAccount_insufficientFunds: {
    outcome: 'processing_to_declined',
    code: 'card_declined',
    declineCode: 'insufficient_funds',
  },
};

/** A reference whose buyer has approved the authentication step ends so. */
const AUTHENTICATED = ':authenticated';

function cardOf(paymentMethod: string): TestCard | undefined {
  const base = paymentMethod.endsWith(AUTHENTICATED)
    ? paymentMethod.slice(0, -AUTHENTICATED.length)
    : paymentMethod;
  const card = Object.hasOwn(TEST_CARDS, base) ? TEST_CARDS[base] : undefined;
  return base !== paymentMethod && card?.code === 'authentication_required' ? paid : card;
}

function outcomeOf(entry: LedgerEntry): ChargeOutcome {
  if (entry.outcome === 'succeeded') return { status: 'succeeded' };
  if (entry.outcome.startsWith('processing')) return { status: 'processing' };
  return {
    status: 'declined',
    code: entry.code ?? 'card_declined',
    declineCode: entry.declineCode,
  };
}

/**
 * The in-process processor of an installation without a live payment key: deterministic by the test
 * payment method, idempotent by key, with a ledger of its own
 * (docs/contract/payments.md#processors).
 */
export const sandboxProcessor: PaymentProcessor = {
  accepts: (paymentMethod) => cardOf(paymentMethod) !== undefined,

  async charge({ idempotencyKey, amount, currency, paymentMethod }) {
    const card = cardOf(paymentMethod) ?? declined('card_declined', 'generic_decline');
    const attached = amount === 0 && card.attaches === true;
    const entry = await enter({
      idempotencyKey,
      amount,
      currency,
      outcome: attached ? 'succeeded' : card.outcome,
      code: attached ? null : (card.code ?? null),
      declineCode: attached ? null : (card.declineCode ?? null),
    });
    return outcomeOf(entry);
  },

  async settle(idempotencyKey) {
    const closed = { outcome: 'declined', code: 'processing_error', declineCode: null };
    const entry = await enter({ idempotencyKey, amount: 0, currency: 'usd', ...closed });
    const { outcome, code, declineCode } = entry;
    // Asking is what lets a slow payment arrive, so that tests and demonstrations need no clock; one
    // that is held (`processing_held`) stays on its way.
    if (outcome === 'processing') {
      const paidNow = { outcome: 'succeeded', code: null, declineCode: null };
      return outcomeOf(await move(idempotencyKey, outcome, paidNow));
    }
    if (outcome === 'processing_to_declined') {
      return outcomeOf(
        await move(idempotencyKey, outcome, { outcome: 'declined', code, declineCode }),
      );
    }
    return outcomeOf(entry);
  },
};
