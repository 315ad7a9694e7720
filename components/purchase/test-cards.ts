/** The test cards that the sandbox's pages offer, and what becomes of a payment with each. */
export const TEST_CARDS = [
  { number: '4242424242424242', result: 'Paid' },
  { number: '4000000000000002', result: 'Declined' },
  { number: '4000000000009995', result: 'Insufficient funds' },
  { number: '4000000000000069', result: 'Expired card' },
  // Saved where nothing is charged at once (docs/contract/payments.md#test-payment-methods).
  { number: '4000000000000341', result: 'Fails after a trial' },
  { number: '4000002500003155', result: 'Requires authentication' },
] as const;

/**
 * The payment methods that a seller may set in the sandbox, and what they do when they are charged
 * (docs/contract/payments.md#test-payment-methods).
 */
export const TEST_METHODS = [
  { token: 'pm_card_visa', name: 'Visa', result: 'Every charge is paid.' },
  { token: 'pm_card_mastercard', name: 'Mastercard', result: 'Every charge is paid.' },
  {
    token: 'pm_sandbox_declineAfter1',
    name: 'Visa that pays once',
    result: 'The next charge is paid, later ones are declined.',
  },
  {
    token: 'pm_card_chargeCustomerFail',
    name: 'Visa that is declined',
    result: 'It can be saved, and every charge is declined.',
  },
  {
    token: 'pm_card_chargeDeclinedInsufficientFunds',
    name: 'Visa with insufficient funds',
    result: 'Declined at once, so it is not saved.',
  },
  {
    token: 'pm_usBankAccount_success',
    name: 'Bank account',
    result: 'A charge is processed first, and paid after a minute.',
  },
] as const;
