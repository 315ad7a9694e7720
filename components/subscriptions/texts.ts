// The words of a subscription's page.

export const CHARGE = {
  upcoming: 'Upcoming charge',
  overdue: 'Overdue charge',
  failed: 'Could not load the upcoming charge.',
  loading: 'the upcoming charge',
  tax: 'Tax',
  noTax: 'Not collected',
  due: (day: string) => `Due${day}`,
  nextTry: (day: string) => `Next try${day}`,
  noneAfterEnd: (day: string) => `No upcoming charge. The subscription ends${day}.`,
  lastCharge: 'Charged for earlier changes when the subscription ends.',
  discountUsed: (discount: string) =>
    `The discount ${discount} is used up and does not apply to this charge.`,
  incomplete: 'Nothing is charged until the first payment succeeds.',
  neverPaid: 'No upcoming charge. The first payment never arrived.',
  ended: (day: string) => `No upcoming charge. The subscription ended${day}.`,
  paused: (day: string) => `No charges while paused. Paused on ${day}.`,
  free: 'No charges. The price is free.',
};

export const OVERDUE = {
  pastDue: 'Past due',
  unpaid: 'Unpaid',
  failed: 'Could not load the payment attempts.',
  processing: 'A payment is processing.',
  useCard: 'Use another card',
  retry: 'Retry payment',
  title: (reason: string, due: string) =>
    `Payment failed: ${reason}.${due ? ` The renewal of ${due} is not paid.` : ''}`,
  declined: 'declined',
  over: (day: string) =>
    `The last retry failed${day}, and the benefits were revoked. Nothing more is charged automatically. Once a payment succeeds, the subscription is active again and a new period starts that day.`,
  noTry: 'No retry is planned. Benefits stay active meanwhile.',
  lastTry: 'The last retry is',
  nextTry: 'The next retry is',
  kept: 'Benefits stay active meanwhile.',
  thenUnpaid:
    'the subscription becomes unpaid and its benefits are revoked until a payment succeeds',
  thenCanceled: 'the subscription is canceled permanently and its benefits are revoked',
  change: 'Change what happens',
};

export const PAGE = {
  ownersOnly: 'Only owners and admins can change this.',
  testCardsOnly: 'Only test cards can be set here.',
  updated: 'Updated',
  canceled: 'Canceled',
  reason: 'Cancellation reason',
  comment: 'Customer comment',
  otherProduct: 'Another product. See the upcoming charge.',
};

/** The list. */
export const LIST = {
  empty: 'Buying a recurring product starts one.',
  emptyText: 'Add a product with a monthly or yearly price, then send its checkout to a buyer.',
  newProduct: 'New product',
  access: 'Access',
  hasAccess: 'Active or trialing',
  hasNoAccess: 'Past due, unpaid, or ended',
  notStarted: 'Not started',
};
