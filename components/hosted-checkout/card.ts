/** What the buyer types about a card. It never leaves the browser: only a reference to it is sent. */
export interface Card {
  number: string;
  expiry: string;
  code: string;
}

// A type, because an interface is no `Record`, which a form's values are.
export type CardValues = { card: Card };

export const NO_CARD: Card = { number: '', expiry: '', code: '' };

interface Brand {
  /** The processor's word for it. */
  code: string;
  /** How its numbers begin. */
  begins: RegExp;
  lengths: readonly number[];
  codeLength: number;
  /** Where its numbers have blanks. */
  groups: readonly number[];
}

const FOURS = [4, 4, 4, 4, 3];
const BRANDS: readonly Brand[] = [
  { code: 'amex', begins: /^3[47]/, lengths: [15], codeLength: 4, groups: [4, 6, 5] },
  {
    code: 'diners',
    begins: /^3(?:0[0-5]|[68])/,
    lengths: [14, 16],
    codeLength: 3,
    groups: [4, 6, 4, 5],
  },
  { code: 'visa', begins: /^4/, lengths: [13, 16, 19], codeLength: 3, groups: FOURS },
  { code: 'mastercard', begins: /^(?:5[1-5]|2[2-7])/, lengths: [16], codeLength: 3, groups: FOURS },
  {
    code: 'discover',
    begins: /^6(?:011|4[4-9]|5)/,
    lengths: [16, 19],
    codeLength: 3,
    groups: FOURS,
  },
  { code: 'jcb', begins: /^35/, lengths: [16, 19], codeLength: 3, groups: FOURS },
  { code: 'unionpay', begins: /^62/, lengths: [16, 17, 18, 19], codeLength: 3, groups: FOURS },
];
const UNKNOWN: Brand = {
  code: '',
  begins: /^/,
  lengths: [13, 14, 15, 16, 17, 18, 19],
  codeLength: 3,
  groups: FOURS,
};

const MAX_CARD_DIGITS = 19;

export function brandOf(number: string): Pick<Brand, 'code' | 'codeLength'> {
  return brand(digitsOf(number));
}

function brand(digits: string): Brand {
  return BRANDS.find(({ begins }) => begins.test(digits)) ?? UNKNOWN;
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** `4242424242424242` as it stands on the card: `4242 4242 4242 4242`. */
export function formatNumber(typed: string): string {
  const digits = digitsOf(typed).slice(0, MAX_CARD_DIGITS);
  const parts: string[] = [];
  let start = 0;
  for (const length of brand(digits).groups) {
    if (start >= digits.length) break;
    parts.push(digits.slice(start, start + length));
    start += length;
  }
  return parts.join(' ');
}

/** `1230`, `12/30` and what browsers fill in, `12/2030`, as `12 / 30`. */
export function formatExpiry(typed: string): string {
  let digits = digitsOf(typed);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  if (/^1\s*\//.test(typed)) digits = `0${digits}`;
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export function formatCode(typed: string): string {
  return digitsOf(typed).slice(0, 4);
}

/** Whether the check digit of the number is right (Luhn). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** What is wrong with a card, by field. */
export function cardProblems(card: Card, today: Date): Partial<Record<keyof Card, string>> {
  const problems: Partial<Record<keyof Card, string>> = {};
  const digits = digitsOf(card.number);
  const { lengths, codeLength } = brand(digits);
  if (digits === '') problems.number = 'Enter the card number.';
  else if (digits.length < Math.min(...lengths)) problems.number = 'The card number is too short.';
  else if (!lengths.includes(digits.length) || !passesLuhn(digits)) {
    problems.number = 'This isn’t a card number. Check the digits.';
  } else if (!testMethodOf(digits)) {
    problems.number = 'The sandbox takes test cards only. Choose one from the list.';
  }
  const expiry = expiryProblem(card.expiry, today);
  if (expiry) problems.expiry = expiry;
  if (card.code === '') problems.code = 'Enter the security code.';
  else if (card.code.length !== codeLength) problems.code = `Enter ${codeLength} digits.`;
  return problems;
}

function expiryProblem(expiry: string, today: Date): string | undefined {
  const digits = digitsOf(expiry);
  if (digits === '') return 'Enter the expiration date.';
  const [month, year] = [Number(digits.slice(0, 2)), 2000 + Number(digits.slice(2))];
  if (digits.length < 4 || month < 1 || month > 12) return 'Enter month and year, such as 04 / 30.';
  // A card is valid to the last day of its month.
  const isOver =
    year < today.getFullYear() || (year === today.getFullYear() && month < today.getMonth() + 1);
  return isOver ? 'This card has expired.' : undefined;
}

/**
 * The public test card numbers and the payment methods that stand for them, with how a brand's second number ends
 * (docs/contract/payments.md#processors).
 */
export const TEST_METHODS: Readonly<Record<string, string>> = {
  '4242424242424242': 'pm_card_visa',
  '4000056655665556': 'pm_card_visa_debit',
  '5555555555554444': 'pm_card_mastercard',
  '2223003122003222': 'pm_card_mastercard:3222',
  '5200828282828210': 'pm_card_mastercard_debit',
  '5105105105105100': 'pm_card_mastercard_prepaid',
  '378282246310005': 'pm_card_amex:0005',
  '371449635398431': 'pm_card_amex',
  '6011111111111117': 'pm_card_discover',
  '6011000990139424': 'pm_card_discover:9424',
  '3056930009020004': 'pm_card_diners',
  '36227206271667': 'pm_card_diners:1667',
  '3566002020360505': 'pm_card_jcb',
  '6200000000000005': 'pm_card_unionpay',
  '4000000000000002': 'pm_card_chargeDeclined',
  '4000000000009995': 'pm_card_chargeDeclinedInsufficientFunds',
  '4000000000009987': 'pm_card_chargeDeclinedLostCard',
  '4000000000009979': 'pm_card_chargeDeclinedStolenCard',
  '4100000000000019': 'pm_card_chargeDeclinedFraudulent',
  '4000000000000069': 'pm_card_chargeDeclinedExpiredCard',
  '4000000000000127': 'pm_card_chargeDeclinedIncorrectCvc',
  '4000000000000119': 'pm_card_chargeDeclinedProcessingError',
  '4000000000000341': 'pm_card_chargeCustomerFail',
  '4000002500003155': 'pm_card_threeDSecureRequired:3155',
  '4000002760003184': 'pm_card_threeDSecureRequired:3184',
};

/** What is sent instead of a test card's number; undefined for a number that is no test card's. */
export function testMethodOf(number: string): string | undefined {
  const digits = digitsOf(number);
  return Object.hasOwn(TEST_METHODS, digits) ? TEST_METHODS[digits] : undefined;
}

/** The same payment method after its holder has approved the payment. */
export function authenticated(method: string): string {
  return `${method}:authenticated`;
}
