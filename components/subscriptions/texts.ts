import { formatCount, pluralize } from '@/components/ui/money';

// The words of a subscription's page.

/** Where a sentence names a day that may be unknown. */
export const onDay = (day: string) => ` on ${day}`;
export const beforeDay = (day: string) => ` by ${day}`;

export const CHARGE = {
  upcoming: 'Upcoming charge',
  overdue: 'Overdue charge',
  failed: 'Could not load the upcoming charge.',
  loading: 'the upcoming charge',
  due: (day: string) => `Due${day}`,
  nextTry: (day: string) => `Next retry${day}`,
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
  useCard: 'Update payment method',
  retry: 'Retry payment',
  title: (reason: string, due: string) =>
    `Payment failed: ${reason}.${due ? ` The renewal of ${due} is not paid.` : ''}`,
  declined: 'declined',
  over: (day: string) =>
    `The last retry failed${day}, and the benefits were revoked. Nothing more is charged automatically. Once a payment succeeds, the subscription is active again and a new period starts that day.`,
  noTry: 'No retry is planned. Benefits stay active meanwhile.',
  stopped: (day: string, end: string) =>
    `This payment method won’t be charged again. Without another one${day}, ${end}.`,
  lastTry: 'The last retry is',
  nextTry: 'The next retry is',
  kept: 'Benefits stay active meanwhile.',
  thenUnpaid:
    'the subscription becomes unpaid and its benefits are revoked until a payment succeeds',
  thenCanceled: 'the subscription is canceled permanently and its benefits are revoked',
  change: 'Change what happens',
};

export const PAGE = {
  testCardsOnly: 'Only test cards can be set here.',
};

export const CANCEL_DIALOG = {
  title: (subscriptionName: string) => `Cancel ${subscriptionName}?`,
  itStaysAsIt: (day: string | number) =>
    `It stays active until ${day}, then ends. No refund. You can undo this until then.`,
  itEndsOn: (date: string | number) => ` It ends on ${date}.`,
  canceled: (day: string | number) => `Canceled.${day}`,
  cancellation: 'Cancellation',
  reason: 'Reason',
  notKnown: 'Not specified',
  goBack: 'Go back',
  cancelAtPeriodEnd: 'Cancel at period end',
};

export const CONFIRM_ACTION = {
  putsOff: (amount: string, day: string) => `Delays the ${amount} charge scheduled for ${day}.`,
  thePaymentIsBeing: 'The payment is being processed.',
  keepTitle: (name: string | number) => `Keep ${name}`,
  keep: 'Keep',
  itDoesNotEnd: 'It no longer ends with the current period and renews as before.',
  kept: (name: string | number) => `Kept ${name}.`,
  pauseTitle: (name: string | number) => `Pause ${name}`,
  pause: 'Pause',
  itIsNotCharged:
    'No charges until you resume it, and the buyer keeps the benefits. The current period is extended by the length of the pause.',
  discountGoesOn: (discount: string) =>
    `The months of ${discount} go on: charges after them are at the full price.`,
  paused: (name: string | number) => `Paused ${name}.`,
  resumeTitle: (name: string | number) => `Resume ${name}`,
  resume: 'Resume',
  pausedSinceTheEnd: (value: string | number) =>
    `Paused since ${value}. The current period is extended by the same time.`,
  resumed: (name: string | number) => `Resumed ${name}.`,
  removeTheDiscount: (value: string | number) => `Remove the discount ${value}`,
  remove: 'Remove',
  fromTheNextCharge: (name: string | number) =>
    `From the next charge on, ${name} is charged at the full price.`,
  removedTheDiscount: (value: string | number) => `Removed the discount ${value}.`,
  cancelNowTitle: (name: string | number) => `Cancel ${name} now`,
  cancelNow: 'Cancel now',
  itEndsNowFor: 'It ends now for good and won’t be charged again. No refund.',
  canceled: (name: string | number) => `Canceled ${name}.`,
  retryThePayment: (product: string) => `Retry the payment for ${product}`,
  chargeNow: 'Charge now',
  charges: (methodLabel: string | number, value: string | number) =>
    `Charges ${methodLabel}. ${value}`,
  chargedIsActiveAgain: (name: string | number) => `Charged. ${name} is active again.`,
};

export const DISCOUNT_DIALOG = {
  title: (verb: string, product: string) => `${verb} the discount of ${product}`,
  itTakesThePlace: (name: string | number) => `Replaces ${name} from the next charge on.`,
  itHoldsFromThe: 'Applies from the next charge.',
  chooseADiscount: 'Choose a discount.',
  setTheDiscount: (value: string | number) => `Set the discount ${value}.`,
  thereAreNoDiscounts: 'There are no discounts yet.',
  setDiscount: 'Set discount',
};

export const EFFECTS = {
  thisCannotBeDone: 'This can’t be done.',
  theEffects: 'the effects',
  notLoaded: 'Could not load the effects.',
  chargedNow: 'Charged now',
  nextCharge: (day: string | number) => `Next charge${day}`,
  changedSince:
    'The subscription has changed since, and nothing was done. Check the updated amounts and try again.',
};

export const NEXT_RECEIPT = {
  discount: 'Discount: ',
};

export const OVERDUE_STRIP = {
  declined: 'Declined',
  attempts: (count: number) => pluralize(count, 'attempt'),
  theLastRetry: (value: string | number) => `the last retry${value}`,
  it: 'it',
  ifItFails: (which: string, end: string) => `If ${which} fails too, ${end}.`,
};

export const PAYMENT_METHOD_DIALOG = {
  title: (product: string) => `Update payment method for ${product}`,
  itTakesThePlace: (methodLabel: string | number) => `Replaces ${methodLabel}.`,
  itHasNoPayment: 'It has no payment method.',
  isChargedFromNow: (methodLabel: string | number) => `${methodLabel} is charged from now on.`,
  paid: (saved: string | number) => `Paid. ${saved}`,
  thePaymentIsBeing: (saved: string | number) => `${saved} The payment is being processed.`,
  thePaymentIsStill: (message: string | number) => `${message} The payment is still due.`,
  testPaymentMethod: 'Test payment method',
  nothingIsChargedNow: 'Nothing is charged now. Renewals use this card from now on.',
  useAndChargeNow: 'Update and charge now',
  useThisCard: 'Update payment method',
};

export const PRICE_DIALOG = {
  title: (product: string) => `Change the price of ${product}`,
  currentPrice: 'Current price',
  priceOf: (product: string, price: string) => `${product}, ${price}`,
  chooseAPrice: 'Choose a price.',
  chooseAProductWith: 'Choose a product with another price.',
  anotherPrice: 'Another price',
  when: 'When',
  nothingIsChargedNow: 'Nothing is charged now, and the trial’s end date stays the same.',
  itsBenefitsChangeWith: 'Its benefits change with the price at the renewal.',
  whatIsUnusedIs:
    'Unused time is counted to the second, so the amount may differ by cents when you confirm.',
  changePrice: 'Change price',
  thisProductHasNo:
    'This product has no other recurring price. Choose another product, or add a price.',
  newPrice: 'New price',
  thePriceChangesAt: 'The price changes at the next renewal.',
  changedTo: (priceLabel: string | number) => `Changed to ${priceLabel}.`,
  thePaymentIsBeing: 'The payment is being processed. The price changes once it is paid.',
};

export const SUBSCRIPTION_ACTIONS = {
  resume: 'Resume',
  keep: 'Keep',
  changePrice: 'Change price',
  setDiscount: 'Set discount',
  replaceDiscount: 'Replace discount',
  removeDiscount: 'Remove discount',
  useAnotherCard: 'Update payment method',
  retryPayment: 'Retry payment',
  pause: 'Pause',
  cancelAtPeriodEnd: 'Cancel at period end',
  cancelNow: 'Cancel now',
};

export const SUBSCRIPTION_GRANTS = {
  benefits: 'Benefits',
  theProductGivesNone: 'This product has no benefits.',
};

export const SUBSCRIPTION_HISTORY = {
  history: 'History',
  ordersFailed: 'Could not load the orders.',
  paymentsFailed: 'Could not load the payments.',
  changesFailed: 'Could not load the changes.',
  nothingHasBeenCharged: 'Nothing has been charged yet.',
  allOrders: (count: number) => `All ${pluralize(count, 'order')}`,
  showAll: (count: number) => `Show all ${formatCount(count)}`,
};

export const SUBSCRIPTION_PAGE = {
  for: 'for',
};
