// Stripe's test methods (docs.stripe.com/testing): what they are, and what becomes of their charges.

/** Why an issuer declines. */
export interface Decline {
  code: string;
  declineCode: string;
  advice?: 'try_again_later' | 'confirm_card_data' | 'do_not_try_again';
  param?: string;
}

/** When a method has its buyer authenticate. */
type Asks = 'never' | 'always' | 'unless_set_up';

export interface TestMethod {
  type: 'card' | 'sepa_debit' | 'us_bank_account' | 'ideal' | 'bancontact';
  /** Of a card; the IBAN of a bank account. */
  number: string;
  brand: string;
  country: string;
  funding: 'credit' | 'debit' | 'prepaid';
  /** Every charge is declined, the first one after its authentication where there is one. */
  declines?: Decline;
  /** It attaches and is set up although its charges are declined. */
  attaches?: boolean;
  onSession: Asks;
  offSession: Asks;
  /** The authentication itself goes wrong. */
  authenticationFails?: boolean;
  checkFails?: 'cvc_check' | 'address_postal_code_check' | 'address_line1_check';
  risk?: 'elevated' | 'highest';
  disputes?: ('fraudulent' | 'product_not_received' | 'inquiry')[];
  refund?: 'pending' | 'fails';
  /** The outcome comes later, after so many seconds. */
  delay?: { seconds: number; outcome: 'succeeded' | 'failed' };
}

const card = (number: string, more: Partial<TestMethod> = {}): TestMethod => ({
  type: 'card',
  number,
  brand: 'visa',
  country: 'US',
  funding: 'credit',
  onSession: 'never',
  offSession: 'never',
  ...more,
});

const declined = (
  declineCode: string,
  advice?: Decline['advice'],
  code = 'card_declined',
  param?: string,
): Pick<TestMethod, 'declines'> => ({
  declines: { code, declineCode, ...(advice && { advice }), ...(param && { param }) },
});

const ALWAYS = { onSession: 'always', offSession: 'always' } as const;
const UNLESS_SET_UP = { onSession: 'unless_set_up', offSession: 'unless_set_up' } as const;
const REQUIRED = { onSession: 'always', offSession: 'unless_set_up' } as const;

const NUMBERED: Readonly<Record<string, TestMethod>> = {
  pm_card_visa: card('4242424242424242'),
  pm_card_visa_debit: card('4000056655665556', { funding: 'debit' }),
  pm_card_mastercard: card('5555555555554444', { brand: 'mastercard' }),
  pm_card_mastercard_debit: card('5200828282828210', { brand: 'mastercard', funding: 'debit' }),
  pm_card_mastercard_prepaid: card('5105105105105100', { brand: 'mastercard', funding: 'prepaid' }),
  pm_card_amex: card('378282246310005', { brand: 'amex' }),
  pm_card_discover: card('6011111111111117', { brand: 'discover' }),
  pm_card_diners: card('3056930009020004', { brand: 'diners' }),
  pm_card_jcb: card('3566002020360505', { brand: 'jcb', country: 'JP' }),
  pm_card_unionpay: card('6200000000000005', { brand: 'unionpay', country: 'CN' }),
  pm_card_us: card('4242424242424242'),
  pm_card_ca: card('4000001240000000', { country: 'CA' }),
  pm_card_mx: card('4000004840008001', { country: 'MX' }),
  pm_card_br: card('4000000760000002', { country: 'BR' }),
  pm_card_gb: card('4000008260000000', { country: 'GB' }),
  pm_card_fr: card('4000002500000003', { country: 'FR' }),
  pm_card_de: card('4000002760000016', { country: 'DE' }),
  pm_card_au: card('4000000360000006', { country: 'AU' }),
  pm_card_in: card('4000003560000008', { country: 'IN' }),
  pm_card_jp: card('4000003920000003', { country: 'JP' }),
  pm_card_visa_chargeDeclined: card(
    '4000000000000002',
    declined('generic_decline', 'try_again_later'),
  ),
  pm_card_visa_chargeDeclinedInsufficientFunds: card(
    '4000000000009995',
    declined('insufficient_funds', 'try_again_later'),
  ),
  pm_card_visa_chargeDeclinedLostCard: card(
    '4000000000009987',
    declined('lost_card', 'do_not_try_again'),
  ),
  pm_card_visa_chargeDeclinedStolenCard: card(
    '4000000000009979',
    declined('stolen_card', 'do_not_try_again'),
  ),
  pm_card_chargeDeclinedExpiredCard: card(
    '4000000000000069',
    declined('expired_card', 'confirm_card_data', 'expired_card', 'exp_month'),
  ),
  pm_card_chargeDeclinedIncorrectCvc: card(
    '4000000000000127',
    declined('incorrect_cvc', 'confirm_card_data', 'incorrect_cvc', 'cvc'),
  ),
  pm_card_chargeDeclinedProcessingError: card(
    '4000000000000119',
    declined('processing_error', 'try_again_later', 'processing_error'),
  ),
  pm_card_visa_chargeDeclinedVelocityLimitExceeded: card(
    '4000000000006975',
    declined('card_velocity_exceeded'),
  ),
  pm_card_radarBlock: card('4100000000000019', declined('fraudulent')),
  pm_card_riskLevelHighest: card('4000000000004954', {
    ...declined('fraudulent'),
    risk: 'highest',
  }),
  pm_card_riskLevelElevated: card('4000000000009235', { risk: 'elevated' }),
  pm_card_cvcCheckFail: card('4000000000000101', { checkFails: 'cvc_check' }),
  pm_card_avsZipFail: card('4000000000000036', { checkFails: 'address_postal_code_check' }),
  pm_card_avsLine1Fail: card('4000000000000028', { checkFails: 'address_line1_check' }),
  pm_card_chargeCustomerFail: card('4000000000000341', {
    ...declined('generic_decline', 'try_again_later'),
    attaches: true,
  }),
  pm_card_authenticationRequiredOnSetup: card('4000002500003155', UNLESS_SET_UP),
  pm_card_authenticationRequired: card('4000002760003184', ALWAYS),
  pm_card_authenticationRequiredSetupForOffSession: card('4000003800000446', {
    onSession: 'always',
  }),
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: card('4000008260003178', {
    ...ALWAYS,
    ...declined('insufficient_funds', 'try_again_later'),
    attaches: true,
  }),
  pm_card_threeDSecure2Required: card('4000000000003220', REQUIRED),
  pm_card_threeDSecureRequiredChargeDeclined: card('4000008400001629', {
    ...REQUIRED,
    ...declined('generic_decline', 'try_again_later'),
    attaches: true,
  }),
  pm_card_threeDSecureRequiredProcessingError: card('4000008400001280', {
    ...REQUIRED,
    authenticationFails: true,
  }),
  pm_card_threeDSecureOptional: card('4000000000003055'),
  pm_card_threeDSecureOptionalProcessingError: card('4000000000003097'),
  pm_card_createDispute: card('4000000000000259', { disputes: ['fraudulent'] }),
  pm_card_createDisputeProductNotReceived: card('4000000000002685', {
    disputes: ['product_not_received'],
  }),
  pm_card_createDisputeInquiry: card('4000000000001976', { disputes: ['inquiry'] }),
  pm_card_createMultipleDisputes: card('4000004040000079', {
    disputes: ['fraudulent', 'product_not_received'],
  }),
  pm_card_pendingRefund: card('4000000000007726', { refund: 'pending' }),
  pm_card_refundFail: card('4000000000005126', { refund: 'fails' }),
  pm_card_bypassPending: card('4000000000000077'),
};

/** Other names of the same. */
const ALIASES: Readonly<Record<string, string>> = {
  pm_card_chargeDeclined: 'pm_card_visa_chargeDeclined',
  pm_card_chargeDeclinedInsufficientFunds: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  pm_card_chargeDeclinedLostCard: 'pm_card_visa_chargeDeclinedLostCard',
  pm_card_chargeDeclinedStolenCard: 'pm_card_visa_chargeDeclinedStolenCard',
  pm_card_chargeDeclinedFraudulent: 'pm_card_radarBlock',
  pm_card_threeDSecureRequired: 'pm_card_threeDSecure2Required',
};

const bank = (iban: string, delay: TestMethod['delay'], more: Partial<TestMethod> = {}) => ({
  ...card(iban),
  type: 'sepa_debit' as const,
  brand: 'sepa_debit',
  country: iban.slice(0, 2),
  ...(delay && { delay }),
  ...more,
});
const SOON = 2;
const LATER = 180;
const BANK_ACCOUNTS: readonly TestMethod[] = [
  bank('AT611904300234573201', { seconds: SOON, outcome: 'succeeded' }),
  bank('AT321904300235473204', { seconds: LATER, outcome: 'succeeded' }),
  bank('AT861904300235473202', { seconds: SOON, outcome: 'failed' }),
  bank('AT051904300235473205', { seconds: LATER, outcome: 'failed' }),
  bank(
    'AT591904300235473203',
    { seconds: SOON, outcome: 'succeeded' },
    { disputes: ['fraudulent'] },
  ),
];
const BANK_NAMES: Readonly<Record<string, string>> = {
  pm_sepaDebit_success_at: 'AT611904300234573201',
  pm_sepaDebit_successDelayed_at: 'AT321904300235473204',
  pm_sepaDebit_failed_at: 'AT861904300235473202',
  pm_sepaDebit_failedDelayed_at: 'AT051904300235473205',
};

const AT_ONCE = 0.5;
/** By routing and account number; the first ones succeed. */
const US_ACCOUNTS: Readonly<Record<string, TestMethod>> = {
  pm_usBankAccount_success: usAccount('000123456789', 'succeeded'),
  pm_usBankAccount_insufficientFunds: usAccount('000222222227', 'failed'),
};

function usAccount(number: string, outcome: 'succeeded' | 'failed'): TestMethod {
  const delay = { seconds: AT_ONCE, outcome };
  return { ...card(number), type: 'us_bank_account', brand: 'STRIPE TEST BANK', delay };
}

const REDIRECTING = { onSession: 'always', offSession: 'always' } as const;

/** Methods whose buyers are sent to their bank; what is stored of them is the account that they pay from. */
const BANKS: Readonly<Record<string, TestMethod>> = {
  ideal: { ...card('NL39RABO0300065264'), type: 'ideal', country: 'NL', ...REDIRECTING },
  bancontact: { ...card('BE68539007547034'), type: 'bancontact', country: 'BE', ...REDIRECTING },
};

/** The test method with one of the public ids; undefined for another id. */
export function methodNamed(id: string): TestMethod | undefined {
  const iban = Object.hasOwn(BANK_NAMES, id) ? BANK_NAMES[id] : undefined;
  if (iban) return bankAccount(iban);
  if (Object.hasOwn(US_ACCOUNTS, id)) return US_ACCOUNTS[id];
  const name = Object.hasOwn(ALIASES, id) ? (ALIASES[id] ?? id) : id;
  return Object.hasOwn(NUMBERED, name) ? NUMBERED[name] : undefined;
}

/** The test card with a number, as a buyer types it. */
export function cardNumbered(number: string): TestMethod | undefined {
  const digits = number.replaceAll(/\D/g, '');
  return Object.values(NUMBERED).find((one) => one.number === digits);
}

export function bankAccount(iban: string): TestMethod | undefined {
  const plain = iban.replaceAll(/\s/g, '').toUpperCase();
  return BANK_ACCOUNTS.find(({ number }) => number === plain);
}

/** The method of a type whose buyers are sent to their bank. */
export function redirecting(type: string): TestMethod | undefined {
  return Object.hasOwn(BANKS, type) ? BANKS[type] : undefined;
}

/** The test method with a number or IBAN that a stored method has. */
export function methodWith(type: TestMethod['type'], number: string): TestMethod {
  const found =
    type === 'card'
      ? cardNumbered(number)
      : type === 'sepa_debit'
        ? (bankAccount(number) ?? bank(number, { seconds: SOON, outcome: 'succeeded' }))
        : type === 'us_bank_account'
          ? Object.values(US_ACCOUNTS).find((one) => one.number === number)
          : redirecting(type);
  if (!found) throw new Error(`No test method has the number ${number}`);
  return found;
}

/** What an issuer's reason is called. */
const MESSAGES: Readonly<Record<string, string>> = {
  authentication_required: 'Your card was declined. This transaction requires authentication.',
  card_declined: 'Your card was declined.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  insufficient_funds: 'Your card has insufficient funds.',
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
};

export function messageOf({ code, declineCode }: Decline): string {
  return MESSAGES[declineCode] ?? MESSAGES[code] ?? 'Your card was declined.';
}

export const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
};
