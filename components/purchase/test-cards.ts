/** The test cards that the sandbox's pages offer, and what becomes of a payment with each. */
export const TEST_CARDS = [
  { number: '4242424242424242', result: 'Paid' },
  { number: '4000000000000002', result: 'Declined' },
  { number: '4000000000009995', result: 'Not enough money' },
  { number: '4000000000000069', result: 'Expired card' },
  { number: '4000002500003155', result: 'Asks for authentication' },
] as const;
