import { expect, test } from 'vitest';
import {
  authenticated,
  brandOf,
  cardProblems,
  formatExpiry,
  formatNumber,
  passesLuhn,
  TEST_METHODS,
  testMethodOf,
} from '@/components/hosted-checkout/card';
import { TEST_CARDS } from '@/components/purchase/test-cards';
import { sandboxMethod, sandboxProcessor } from '@/lib/integrations/payments/sandbox';

const TODAY = new Date(2026, 4, 31);
const GOOD = { number: '4242 4242 4242 4242', expiry: '12 / 30', code: '123' };

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['42424', '4242 4'],
  ['378282246310005', '3782 822463 10005'],
  ['4242-4242x4242', '4242 4242 4242'],
  ['6205500000000000004', '6205 5000 0000 0000 004'],
])('the number %s is shown as %s', (typed, shown) => expect(formatNumber(typed)).toBe(shown));

test.each([
  ['1', '1'],
  ['4', '04'],
  ['12', '12'],
  ['123', '12 / 3'],
  ['1/30', '01 / 30'],
  ['12/2030', '12 / 30'],
  ['12 / 30', '12 / 30'],
  ['12 / ', '12'],
])('the expiry %s is shown as %s', (typed, shown) => expect(formatExpiry(typed)).toBe(shown));

test.each([
  ['number', '', 'Enter the card number.'],
  ['number', '4242', 'The card number is too short.'],
  ['number', '4242424242424241', 'This isn’t a card number. Check the digits.'],
  ['number', '4111111111111111', 'The sandbox takes test cards only. Choose one from the list.'],
  ['expiry', '', 'Enter the expiration date.'],
  ['expiry', '13 / 30', 'Enter month and year, such as 04 / 30.'],
  ['expiry', '04 / 26', 'This card has expired.'],
  ['code', '', 'Enter the security code.'],
  ['code', '12', 'Enter 3 digits.'],
] as const)('%s "%s": %s', (field, value, problem) => {
  expect(cardProblems({ ...GOOD, [field]: value }, TODAY)).toEqual({ [field]: problem });
});

test('a card is good to the last day of its month', () => {
  expect(cardProblems({ ...GOOD, expiry: '05 / 26' }, TODAY)).toEqual({});
});

test('what the sandbox says of a test card is what was typed', () => {
  for (const [number, token] of Object.entries(TEST_METHODS)) {
    expect(sandboxProcessor.accepts(token), number).toBe(true);
    expect(sandboxMethod(token).details, number).toEqual({
      type: 'card',
      brand: brandOf(number).code,
      last4: number.slice(-4),
    });
  }
});

test('every offered card has a right number and a payment method that the sandbox knows', () => {
  for (const { number } of TEST_CARDS) {
    expect(passesLuhn(number)).toBe(true);
    const method = testMethodOf(number) ?? '';
    expect(sandboxProcessor.accepts(method)).toBe(true);
    expect(sandboxProcessor.accepts(authenticated(method))).toBe(true);
  }
});
