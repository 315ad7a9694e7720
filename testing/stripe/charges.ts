import type Stripe from 'stripe';
import type { Decline, TestMethod } from '@/testing/stripe/cards';
import { messageOf } from '@/testing/stripe/cards';
import {
  type ChargeRow,
  type Context,
  type DisputeRow,
  found,
  type MethodRow,
  newStripeId,
  type PaymentRow,
  put,
  type RefundRow,
  type TransactionRow,
} from '@/testing/stripe/context';
import { testMethodOf } from '@/testing/stripe/methods';
import { converted, exchangeRate } from '@/testing/stripe/money';
import { invalid, refusedState } from '@/testing/stripe/problems';

/** How long after a charge its fee is known, and a dispute arrives, seconds. */
const FEE_AFTER = 0.1;
const DISPUTE_AFTER = 0.5;
/** How long a pending refund takes. */
const REFUND_AFTER = 1;
const DISPUTE_FEE = 1500;
/** What begins the text on card statements, of every account. */
export const STATEMENT_PREFIX = 'DOUBLE';
const EVIDENCE_SECONDS = 7 * 86_400;

/** A charge of an intent: paid, pending, or declined. */
export function makeCharge(
  context: Context,
  intent: PaymentRow,
  method: MethodRow,
  outcome: { status: 'succeeded' | 'pending' } | { status: 'failed'; decline: Decline },
): ChargeRow {
  const { printed: payment } = intent;
  const test = testMethodOf(method);
  const decline = outcome.status === 'failed' ? outcome.decline : null;
  const printed: Stripe.Charge = {
    id: newStripeId(test.type === 'sepa_debit' ? 'py' : 'ch'),
    object: 'charge',
    amount: payment.amount,
    amount_captured: outcome.status === 'succeeded' ? payment.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.printed.billing_details as Stripe.Charge.BillingDetails,
    calculated_statement_descriptor: payment.statement_descriptor_suffix
      ? `${STATEMENT_PREFIX}* ${payment.statement_descriptor_suffix}`
      : STATEMENT_PREFIX,
    captured: outcome.status !== 'failed',
    created: context.now,
    currency: payment.currency,
    customer: payment.customer,
    description: payment.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline && messageOf(decline),
    fraud_details: {},
    livemode: context.livemode,
    metadata: payment.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: (decline?.advice ?? null) as Stripe.Charge.Outcome['advice_code'],
      network_advice_code: null,
      network_decline_code: decline ? '05' : null,
      network_status: decline ? 'declined_by_network' : 'approved_by_network',
      reason:
        decline && test.risk === 'highest' ? 'highest_risk_level' : (decline?.declineCode ?? null),
      risk_level: test.risk ?? 'normal',
      seller_message: decline ? 'The bank returned a decline.' : 'Payment complete.',
      type: decline ? 'issuer_declined' : 'authorized',
    },
    paid: outcome.status === 'succeeded',
    payment_intent: payment.id,
    payment_method: method.printed.id,
    payment_method_details: chargedDetails(method),
    receipt_email: payment.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: payment.statement_descriptor_suffix,
    status: outcome.status,
    transfer_data: null,
    transfer_group: null,
  };
  const row: ChargeRow = { printed, own: { method: method.printed.id } };
  put(context, 'charge', row);
  payment.latest_charge = printed.id;
  intent.own.charges.push(printed.id);
  put(context, 'payment_intent', intent);
  return row;
}

function chargedDetails({ printed }: MethodRow): Stripe.Charge.PaymentMethodDetails {
  const { type, card, sepa_debit, ideal } = printed;
  if (type === 'card' && card) {
    const details = { ...card, network: card.brand, three_d_secure: null, installments: null };
    return { type, card: details as unknown as Stripe.Charge.PaymentMethodDetails.Card };
  }
  const details = type === 'sepa_debit' ? sepa_debit : type === 'ideal' ? ideal : {};
  return {
    type,
    [type]: { ...details, generated_sepa_debit: null },
  } as Stripe.Charge.PaymentMethodDetails;
}

/** What a paid charge leads to: its fee, its dispute, its events. */
export function chargePaid(context: Context, row: ChargeRow, test: TestMethod): void {
  const { printed } = row;
  printed.status = 'succeeded';
  printed.paid = true;
  printed.amount_captured = printed.amount;
  put(context, 'charge', row);
  context.event('charge.succeeded', printed);
  context.later(FEE_AFTER, 'fee', printed.id);
  for (const kind of test.disputes ?? []) {
    context.later(DISPUTE_AFTER, 'dispute', printed.id, kind);
  }
}

function transaction(
  context: Context,
  source: { id: string },
  type: string,
  /** Minor units of `currency`; negative where it leaves the account. */
  amount: number,
  currency: string,
  fee: (settled: number) => number,
): TransactionRow {
  const settlement = context.account.printed.default_currency ?? 'usd';
  const settled = Math.sign(amount) * converted(Math.abs(amount), currency, settlement);
  const taken = fee(settled);
  const printed = {
    id: newStripeId('txn'),
    object: 'balance_transaction',
    amount: settled,
    available_on: context.now + 2 * 86_400,
    balance_type: 'payments',
    created: context.now,
    currency: settlement,
    description: null,
    exchange_rate: currency === settlement ? null : exchangeRate(currency, settlement),
    fee: taken,
    fee_details:
      taken === 0
        ? []
        : [
            {
              amount: taken,
              application: null,
              currency: settlement,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: settled - taken,
    reporting_category: type === 'adjustment' ? 'dispute' : type,
    source: source.id,
    status: 'pending',
    type,
  } as unknown as Stripe.BalanceTransaction;
  const row = { printed, own: {} };
  put(context, 'balance_transaction', row);
  return row;
}

const noFee = () => 0;

/** Enters what a charge is worth, and what Stripe keeps of it. */
export function settleFee(context: Context, chargeId: string): void {
  const row = found<ChargeRow>(context, 'charge', chargeId);
  const { printed } = row;
  if (printed.balance_transaction !== null) return;
  const { feeBasisPoints, feeFixed } = context.account.own;
  const type = printed.id.startsWith('py_') ? 'payment' : 'charge';
  const fee = (settled: number) => Math.round((settled * feeBasisPoints) / 10_000) + feeFixed;
  const entered = transaction(context, printed, type, printed.amount, printed.currency, fee);
  printed.balance_transaction = entered.printed.id;
  put(context, 'charge', row);
  context.event('charge.updated', printed);
}

export function makeRefund(
  context: Context,
  params: {
    charge?: string;
    payment_intent?: string;
    amount?: number;
    reason?: string;
    metadata?: Stripe.Metadata | '';
  },
): RefundRow {
  const charge = refundedCharge(context, params);
  const { printed } = charge;
  if (printed.status !== 'succeeded') {
    throw refusedState(`Charge ${printed.id} has no captured amount.`, 'charge_not_refundable');
  }
  const left = printed.amount - printed.amount_refunded;
  if (left === 0) {
    throw refusedState(
      `Charge ${printed.id} has already been refunded.`,
      'charge_already_refunded',
    );
  }
  const disputed = disputesOf(context, printed.id).find(
    ({ printed: dispute }) => !dispute.is_charge_refundable,
  );
  if (disputed) {
    throw refusedState(`Charge ${printed.id} has been charged back.`, 'charge_disputed');
  }
  const { amount = left } = params;
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`;
    throw invalid(message, { param: 'amount' });
  }
  if (amount < 1) throw invalid('Invalid positive integer', { param: 'amount' });
  const method = found<MethodRow>(context, 'payment_method', charge.own.method);
  const { refund } = testMethodOf(method);
  const refunded: Stripe.Refund = {
    id: newStripeId(printed.id.startsWith('py_') ? 'pyr' : 're'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: printed.id,
    created: context.now,
    currency: printed.currency,
    customer: printed.customer,
    customer_account: null,
    metadata: params.metadata || {},
    payment_intent: printed.payment_intent,
    payment_method: printed.payment_method,
    reason: (params.reason ?? null) as Stripe.Refund['reason'],
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund === 'pending' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  };
  const row: RefundRow = { printed: refunded, own: {} };
  const entered = transaction(context, refunded, 'refund', -amount, printed.currency, noFee);
  refunded.balance_transaction = entered.printed.id;
  put(context, 'refund', row);
  setRefunded(context, charge, amount);
  context.event('refund.created', refunded);
  context.event('charge.refunded', printed);
  if (refund === 'pending') context.later(REFUND_AFTER, 'refund', refunded.id);
  if (refund === 'fails') context.later(REFUND_AFTER, 'refund_fails', refunded.id);
  return row;
}

function refundedCharge(
  context: Context,
  { charge, payment_intent }: { charge?: string; payment_intent?: string },
): ChargeRow {
  if (charge !== undefined) return found<ChargeRow>(context, 'charge', charge, 'charge');
  if (payment_intent === undefined) {
    throw invalid('One of the following params should be provided: payment_intent or charge.', {
      code: 'parameter_missing',
    });
  }
  const intent = found<PaymentRow>(context, 'payment_intent', payment_intent, 'payment_intent');
  const { latest_charge } = intent.printed;
  if (typeof latest_charge === 'string') return found<ChargeRow>(context, 'charge', latest_charge);
  throw refusedState(
    `This PaymentIntent (${payment_intent}) does not have a successful charge to refund.`,
    'payment_intent_unexpected_state',
  );
}

function setRefunded(context: Context, charge: ChargeRow, more: number): void {
  const { printed } = charge;
  printed.amount_refunded += more;
  printed.refunded = printed.amount_refunded === printed.amount;
  put(context, 'charge', charge);
}

export function refundSucceeds(context: Context, id: string): void {
  const row = found<RefundRow>(context, 'refund', id);
  if (row.printed.status !== 'pending') return;
  row.printed.status = 'succeeded';
  put(context, 'refund', row);
  context.event('refund.updated', row.printed);
}

/** A refund comes back: what it gave is not given. */
export function refundFails(
  context: Context,
  id: string,
  status: 'failed' | 'canceled' = 'failed',
): void {
  const row = found<RefundRow>(context, 'refund', id);
  const { printed } = row;
  if (printed.status === 'failed' || printed.status === 'canceled') return;
  printed.status = status;
  if (status === 'failed') printed.failure_reason = 'expired_or_canceled_card';
  const entered = transaction(
    context,
    printed,
    'refund_failure',
    printed.amount,
    printed.currency,
    noFee,
  );
  printed.failure_balance_transaction = entered.printed.id;
  put(context, 'refund', row);
  const charge = found<ChargeRow>(context, 'charge', String(printed.charge));
  setRefunded(context, charge, -printed.amount);
  context.event(status === 'failed' ? 'refund.failed' : 'refund.updated', printed);
}

function disputesOf(context: Context, charge: string): DisputeRow[] {
  return context.store
    .all<DisputeRow>(context.space, 'disputes')
    .filter(({ printed }) => printed.charge === charge);
}

/** A bank disputes a charge. `status` is what it is born with: an inquiry moves no money. */
export function makeDispute(
  context: Context,
  chargeId: string,
  { reason, status }: { reason: string; status: string },
): DisputeRow {
  const charge = found<ChargeRow>(context, 'charge', chargeId);
  const isInquiry = status.startsWith('warning_');
  const printed = {
    id: newStripeId('du'),
    object: 'dispute',
    amount: charge.printed.amount - charge.printed.amount_refunded,
    balance_transactions: [],
    charge: chargeId,
    created: context.now,
    currency: charge.printed.currency,
    enhanced_eligibility_types: [],
    evidence: { uncategorized_text: null },
    evidence_details: {
      due_by: context.now + EVIDENCE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: null,
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: context.livemode,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge.printed.payment_intent,
    reason,
    status,
  } as unknown as Stripe.Dispute;
  const row: DisputeRow = { printed, own: {} };
  put(context, 'dispute', row);
  charge.printed.disputed = true;
  put(context, 'charge', charge);
  context.event('charge.dispute.created', printed);
  if (!isInquiry && status !== 'prevented') moveFunds(context, row, -1);
  if (status === 'lost') context.event('charge.dispute.closed', printed);
  return row;
}

function moveFunds(context: Context, row: DisputeRow, direction: 1 | -1): void {
  const { printed } = row;
  const fee = () => (direction === -1 ? DISPUTE_FEE : 0);
  const amount = direction * printed.amount;
  const entered = transaction(context, printed, 'adjustment', amount, printed.currency, fee);
  printed.balance_transactions.push(entered.printed);
  put(context, 'dispute', row);
  const what = direction === -1 ? 'withdrawn' : 'reinstated';
  context.event(`charge.dispute.funds_${what}`, printed);
}

const ENDS = ['won', 'lost', 'warning_closed', 'prevented'];

/** What its bank says next of a dispute. */
export function moveDispute(context: Context, id: string, status: string): void {
  const row = found<DisputeRow>(context, 'dispute', id);
  const { printed } = row;
  const wasInquiry = printed.status.startsWith('warning_');
  const before = printed.balance_transactions.reduce((sum, { amount }) => sum + amount, 0);
  printed.status = status as Stripe.Dispute.Status;
  printed.is_charge_refundable = status.startsWith('warning_');
  put(context, 'dispute', row);
  if (wasInquiry && !status.startsWith('warning_')) moveFunds(context, row, -1);
  if (status === 'won' && before < 0) moveFunds(context, row, 1);
  if (status === 'lost' && before === 0 && !wasInquiry) moveFunds(context, row, -1);
  const isEnd = ENDS.includes(status);
  context.event(isEnd ? 'charge.dispute.closed' : 'charge.dispute.updated', printed);
}

const BY_EVIDENCE: Readonly<Record<string, string>> = {
  winning_evidence: 'won',
  losing_evidence: 'lost',
  escalate_inquiry_evidence: 'needs_response',
};

export function updateDispute(
  context: Context,
  id: string,
  params: { evidence?: Record<string, unknown>; submit?: boolean; metadata?: Stripe.Metadata | '' },
): DisputeRow {
  const row = found<DisputeRow>(context, 'dispute', id);
  const { printed } = row;
  if (ENDS.includes(printed.status)) {
    throw refusedState('This dispute is already closed', 'dispute_closed');
  }
  if (params.metadata !== undefined) printed.metadata = params.metadata || {};
  if (params.evidence) Object.assign(printed.evidence, params.evidence);
  printed.evidence_details.has_evidence ||= params.evidence !== undefined;
  put(context, 'dispute', row);
  if (params.submit === false || !params.evidence) {
    context.event('charge.dispute.updated', printed);
    return row;
  }
  printed.evidence_details.submission_count += 1;
  const text = String(params.evidence.uncategorized_text ?? '');
  const isInquiry = printed.status.startsWith('warning_');
  const underReview = isInquiry ? 'warning_under_review' : 'under_review';
  moveDispute(context, id, underReview);
  const next = BY_EVIDENCE[text];
  if (next) moveDispute(context, id, isInquiry && next === 'lost' ? 'warning_closed' : next);
  return row;
}
