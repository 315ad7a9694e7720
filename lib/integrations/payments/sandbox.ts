import { isHard } from '@/lib/integrations/payments/declines';
import type {
  ChargeOutcome,
  Declined,
  PaymentMethodDetails,
  PaymentProcessor,
  Refunded,
  StoredMethod,
} from '@/lib/integrations/payments/processor';
import {
  countPaid,
  findEntry,
  insertIfMissing,
  type LedgerEntry,
  refundIfMissing,
  transition,
  transitionRefund,
} from '@/lib/integrations/payments/sandbox-ledger';
import { newId } from '@/lib/runtime/ids';
import { decrypt, digest, encrypt } from '@/lib/runtime/secrets';

interface TestCard {
  /**
   * The outcome of a charge; setting the card up for later charges succeeds unless `attaches` says otherwise.
   */
  outcome: 'succeeded' | 'declined' | 'processing' | 'processing_to_declined' | 'requires_action';
  code?: string;
  declineCode?: string;
  /** Setting the card up for later charges succeeds although a charge is declined. */
  attaches?: boolean;
  /** The outcome of a refund of its charge; succeeded unless given. */
  refund?: 'pending' | 'pending_to_failed';
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
  pm_card_threeDSecureRequired: { outcome: 'requires_action' },
  pm_card_threeDSecure2Required: { outcome: 'requires_action' },
  pm_card_chargeCustomerFail: { ...declined('card_declined', 'generic_decline'), attaches: true },
  pm_card_pendingRefund: { outcome: 'succeeded', refund: 'pending' },
  pm_card_refundFail: { outcome: 'succeeded', refund: 'pending_to_failed' },
  pm_usBankAccount: { outcome: 'processing', refund: 'pending' },
  pm_usBankAccount_success: { outcome: 'processing', refund: 'pending' },
  pm_usBankAccount_insufficientFunds: {
    outcome: 'processing_to_declined',
    code: 'card_declined',
    declineCode: 'insufficient_funds',
  },
};

/** The time by the organization's clock after which a payment that takes its time has its outcome. */
const OUTCOME_AFTER_SECONDS = 60;

/** The suffix of a reference whose buyer has completed the authentication step. */
const AUTHENTICATED = ':authenticated';
/** Before how a brand's second test number ends, which pays like the first one. */
const ENDING = /:(?=\d{4}$)/;
/** Between a token and what makes the reference of one confirmation its own. */
const INSTANCE = '#';
const DECLINE_AFTER = /^pm_sandbox_declineAfter(\d{1,2})$/;

const INSUFFICIENT_FUNDS = {
  ...declined('card_declined', 'insufficient_funds'),
  attaches: true,
};
const AUTHENTICATION_REQUIRED = declined('authentication_required', 'authentication_required');

/** What the test method behind a reference does, given the charges before it. */
interface Method {
  next(charge: { isOffSession: boolean; paid: number }): TestCard;
  /** The charges before it decide. */
  countsCharges?: boolean;
  /** The outcome is written, but the answer never arrives. */
  losesAnswers?: boolean;
}

/** The test id in a token or a reference, and what was added to it. */
function partsOf(paymentMethod: string) {
  const [token = ''] = paymentMethod.split(INSTANCE);
  const isAuthenticated = token.endsWith(AUTHENTICATED);
  const id = isAuthenticated ? token.slice(0, -AUTHENTICATED.length) : token;
  const [base = '', ending] = id.split(ENDING);
  return { base, ending, isAuthenticated };
}

function methodOf(paymentMethod: string): Method | undefined {
  const { base, isAuthenticated } = partsOf(paymentMethod);
  const decliningAfter = DECLINE_AFTER.exec(base)?.[1];
  if (decliningAfter !== undefined) {
    return {
      countsCharges: true,
      next: ({ paid: before }) => (before < Number(decliningAfter) ? paid : INSUFFICIENT_FUNDS),
    };
  }
  if (base === 'pm_sandbox_authenticateRenewals') {
    return { next: ({ isOffSession }) => (isOffSession ? AUTHENTICATION_REQUIRED : paid) };
  }
  if (base === 'pm_sandbox_timeout') return { next: () => paid, losesAnswers: true };
  const card = Object.hasOwn(TEST_CARDS, base) ? TEST_CARDS[base] : undefined;
  if (!card) return undefined;
  if (card.outcome === 'requires_action') {
    // Once its buyer has authenticated it, it is charged without him.
    return { next: ({ isOffSession }) => (isOffSession || isAuthenticated ? paid : card) };
  }
  const isApproved = isAuthenticated && card.code === 'authentication_required';
  return { next: () => (isApproved ? paid : card) };
}

/**
 * Whether a charge of a stored method is paid, after so many that were, and how many seconds later that is known; and
 * whether the method is not charged again ({@link isHard}).
 */
export function forecastCharge(
  reference: string,
  paidBefore: number,
): { isPaid: boolean; afterSeconds: number; isFinal: boolean } {
  const card = methodOf(reference)?.next({ isOffSession: true, paid: paidBefore });
  const isPaid = card?.outcome === 'succeeded' || card?.outcome === 'processing';
  return {
    isPaid,
    afterSeconds: card?.outcome.startsWith('processing') ? OUTCOME_AFTER_SECONDS : 0,
    isFinal: !isPaid && card !== undefined && isHard(refused(card.code, card.declineCode)),
  };
}

/** The test numbers of the brands, as far as they are shown. */
const LAST4 = {
  visa: '4242',
  mastercard: '4444',
  amex: '8431',
  discover: '1117',
  diners: '0004',
  jcb: '0505',
  unionpay: '0005',
} as const;
const BRANDS = Object.keys(LAST4) as (keyof typeof LAST4)[];
/** Those of further cards, so that they can be told apart; longer names first. */
const LAST4_BY_NAME = [
  ['chargeDeclinedInsufficientFunds', '9995'],
  ['chargeDeclinedLostCard', '9987'],
  ['chargeDeclinedStolenCard', '9979'],
  ['chargeDeclinedFraudulent', '0019'],
  ['chargeDeclinedExpiredCard', '0069'],
  ['chargeDeclinedIncorrectCvc', '0127'],
  ['chargeDeclinedProcessingError', '0119'],
  ['chargeDeclined', '0002'],
  ['chargeCustomerFail', '0341'],
  ['authenticationRequired', '3155'],
  ['threeDSecure', '3220'],
  ['pendingRefund', '7726'],
  ['refundFail', '5126'],
  ['visa_debit', '5556'],
  ['mastercard_debit', '8210'],
  ['mastercard_prepaid', '5100'],
] as const;

/** Of entries for what never arrived. */
const DEFAULT_CURRENCY = 'usd';
/** Encrypts the references in the ledger. */
const REFERENCE = 'sandbox-payment-method';

/** A token's payment method, as it is stored for later charges. */
export function sandboxMethod(token: string, instance: string = newId()): StoredMethod {
  return { reference: `${token}${INSTANCE}${instance}`, details: detailsOf(token) };
}

function detailsOf(paymentMethod: string): PaymentMethodDetails {
  const { base, ending } = partsOf(paymentMethod);
  if (base.startsWith('pm_usBankAccount')) {
    return { type: 'us_bank_account', brand: 'Test Bank', last4: '6789' };
  }
  const brand = BRANDS.find((name) => base.startsWith(`pm_card_${name}`)) ?? 'visa';
  const [, last4 = LAST4[brand]] = LAST4_BY_NAME.find(([name]) => base.includes(name)) ?? [];
  return { type: 'card', brand, last4: ending ?? last4 };
}

function referenceIn({ method }: LedgerEntry): string | null {
  return method === null ? null : decrypt(method, REFERENCE);
}

function outcomeOf(entry: LedgerEntry): ChargeOutcome {
  const reference = referenceIn(entry);
  const method = reference === null ? null : { reference, details: detailsOf(reference) };
  if (entry.outcome === 'succeeded') return { status: 'succeeded', method };
  const charged = method && methodOf(method.reference) && { details: method.details };
  if (entry.outcome === 'requires_action') {
    return { status: 'requires_action', clientSecret: secretOf(entry), ...charged };
  }
  if (entry.outcome.startsWith('processing')) {
    return { status: 'processing', afterSeconds: OUTCOME_AFTER_SECONDS, ...charged };
  }
  return { ...refused(entry.code, entry.declineCode), ...charged };
}

/** The page of the sandbox needs none: it authenticates by the checkout's own secret. */
function secretOf({ idempotencyKey }: LedgerEntry): string {
  return `sandbox_${idempotencyKey}`;
}

/** Of a payment that its buyer did not authenticate, as Stripe has it. */
const AUTHENTICATION_FAILED = {
  outcome: 'declined',
  code: 'payment_intent_authentication_failure',
  declineCode: null,
} as const;
const GIVEN_UP = {
  outcome: 'declined',
  code: 'authentication_required',
  declineCode: 'authentication_required',
} as const;

/** The entry of a key: with the outcome of its card, unless the key has one. */
function enter(
  charge: Pick<LedgerEntry, 'idempotencyKey' | 'amount' | 'currency'>,
  { reference }: { reference: string },
  { outcome, code, declineCode }: TestCard,
): Promise<LedgerEntry> {
  const method = encrypt(reference, REFERENCE);
  const paymentMethod = digest(reference);
  const refusal = { code: code ?? null, declineCode: declineCode ?? null };
  return insertIfMissing({ ...charge, paymentMethod, method, outcome, ...refusal });
}

/** What a buyer does with a payment of the sandbox that waits for his authentication; nothing where none waits. */
export async function authenticateInSandbox(
  reference: string,
  outcome: 'succeed' | 'fail',
): Promise<void> {
  const paidNow = { outcome: 'succeeded', code: null, declineCode: null };
  const to = outcome === 'succeed' ? paidNow : AUTHENTICATION_FAILED;
  await transition(reference, 'requires_action', to);
}

function refused(code?: string | null, declineCode?: string | null): Declined {
  return { status: 'declined', code: code ?? 'card_declined', declineCode: declineCode ?? null };
}

function refundedOf(entry: {
  idempotencyKey: string;
  outcome: string;
  reason: string | null;
}): Refunded {
  const { idempotencyKey: reference, outcome, reason } = entry;
  if (outcome === 'succeeded') return { reference, outcome: { status: 'succeeded' } };
  if (outcome !== 'failed') return { reference, outcome: { status: 'pending' } };
  return { reference, outcome: { status: 'failed', reason: reason ?? 'unknown' } };
}

/**
 * The processor of an installation without a live payment key, in this process: deterministic by the test
 * payment method, idempotent by key, with its own ledger (docs/contract/payments.md#processors). Its reference to a
 * payment or refund is the key; the ledger notes a payment when it is confirmed or canceled.
 */
export const sandboxProcessor: PaymentProcessor = {
  name: 'sandbox',

  accepts: (token) => !token.includes(INSTANCE) && methodOf(token) !== undefined,

  customer: async ({ id }) => id,

  async attach({ idempotencyKey, token }) {
    const card = methodOf(token)?.next({ isOffSession: false, paid: 0 });
    const isDeclined = !card || (card.outcome === 'declined' && !card.attaches);
    if (isDeclined) return refused(card?.code, card?.declineCode);
    const method = sandboxMethod(token, idempotencyKey);
    if (card.outcome !== 'requires_action') return { status: 'attached', method };
    const entry = await enter(
      { idempotencyKey, amount: 0, currency: DEFAULT_CURRENCY },
      method,
      card,
    );
    const outcome = outcomeOf(entry);
    if (outcome.status !== 'requires_action') return { status: 'attached', method };
    return { status: 'requires_action', reference: idempotencyKey, clientSecret: secretOf(entry) };
  },

  referenceOf: (idempotencyKey) => idempotencyKey,

  prepare: async ({ idempotencyKey }) => idempotencyKey,

  async confirm({ reference: idempotencyKey, amount, currency, source }) {
    const isOffSession = 'reference' in source;
    const reference = isOffSession
      ? source.reference
      : sandboxMethod(source.token, idempotencyKey).reference;
    const method = methodOf(reference);
    const before = method?.countsCharges ? await countPaid(digest(reference)) : 0;
    const card = method
      ? method.next({ isOffSession, paid: before })
      : declined('card_declined', 'generic_decline');
    const attaches = amount === 0 && card.attaches === true;
    const entry = await enter(
      { idempotencyKey, amount, currency },
      { reference },
      attaches ? paid : card,
    );
    if (method?.losesAnswers) throw new Error('The answer of the sandbox is lost');
    return outcomeOf(entry);
  },

  async retrieve(idempotencyKey) {
    const entry = await findEntry(idempotencyKey);
    if (!entry) return { status: 'unknown' };
    const { outcome, code, declineCode } = entry;
    // A processing payment completes when it is asked for, so that tests and demos need no timer;
    // `processing_held` stays processing.
    if (outcome === 'processing') {
      const paidNow = { outcome: 'succeeded', code: null, declineCode: null };
      return outcomeOf(await transition(idempotencyKey, outcome, paidNow));
    }
    if (outcome === 'processing_to_declined') {
      return outcomeOf(
        await transition(idempotencyKey, outcome, { outcome: 'declined', code, declineCode }),
      );
    }
    return outcomeOf(entry);
  },

  async cancel(idempotencyKey) {
    const closed = { outcome: 'declined', code: 'processing_error', declineCode: null };
    const nothing = { amount: 0, currency: DEFAULT_CURRENCY, paymentMethod: null, method: null };
    const entry = await insertIfMissing({ idempotencyKey, ...nothing, ...closed });
    if (entry.outcome !== 'requires_action') return outcomeOf(entry);
    return outcomeOf(await transition(idempotencyKey, entry.outcome, GIVEN_UP));
  },

  async refund(request) {
    const { payment: chargeKey, ...asked } = request;
    const entry = await refundIfMissing({ ...asked, chargeKey }, (charge, left) => {
      const isPaid = charge?.outcome === 'succeeded' && charge.currency === request.currency;
      if (!isPaid) return { outcome: 'failed', reason: 'charge_not_refundable' };
      if (request.amount > left) return { outcome: 'failed', reason: 'amount_too_large' };
      const { base } = partsOf(referenceIn(charge) ?? '');
      const card = Object.hasOwn(TEST_CARDS, base) ? TEST_CARDS[base] : undefined;
      return { outcome: card?.refund ?? 'succeeded', reason: null };
    });
    return refundedOf(entry);
  },

  async retrieveRefund(refund) {
    const idempotencyKey = 'reference' in refund ? refund.reference : refund.idempotencyKey;
    const closed = { idempotencyKey, chargeKey: '', amount: 0, currency: DEFAULT_CURRENCY };
    const entry = await refundIfMissing(closed, () => ({
      outcome: 'failed',
      reason: 'never_arrived',
    }));
    // Like a payment, a pending refund completes when it is asked for; `pending_held` stays pending.
    const { outcome } = entry;
    if (outcome !== 'pending' && outcome !== 'pending_to_failed') return refundedOf(entry);
    const settled =
      outcome === 'pending'
        ? { outcome: 'succeeded', reason: null }
        : { outcome: 'failed', reason: 'expired_or_canceled_card' };
    return refundedOf(await transitionRefund(idempotencyKey, outcome, settled));
  },
};
