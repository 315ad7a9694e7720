// The words of the dialogs of a subscription in the portal, and of the page of its payment method.

export const CANCEL = {
  title: (name: string) => `Cancel ${name}`,
  dismiss: 'Keep it',
  verb: 'Cancel subscription',
  effects: (day: string) => `It stays active until ${day}. You won’t be charged again.`,
  now: 'It ends now, because the last payment failed. You won’t be charged again.',
  loses: (lost: string, count: number) => `Then ${lost} ${count === 1 ? 'stops' : 'stop'} working.`,
  done: 'Subscription canceled.',
} as const;

export const CHANGE = {
  title: (name: string) => `Change plan for ${name}`,
  current: 'Current plan',
  label: 'New plan',
  now: 'Charged now',
  nothing: 'Nothing is charged now.',
  credit: (amount: string) => `You get ${amount} credit, used first.`,
  next: (amount: string, day: string) => `Then ${amount} on ${day}.`,
  verb: (amount: string | null) => (amount === null ? 'Change plan' : `Change and pay ${amount}`),
  cancel: 'Go back',
  done: 'Plan changed.',
  processing: 'Your payment is being processed. The plan changes when it arrives.',
} as const;

export const CARD = {
  title: (name: string) => `Update payment method for ${name}`,
  text: 'Pays for all future renewals. Nothing is charged today.',
  due: (amount: string) => `${amount} is due and will be charged to the new card now.`,
  save: 'Update payment method',
  pay: (amount: string) => `Pay ${amount}`,
  cancel: 'Go back',
  saved: 'Your new card is saved.',
  paid: 'Paid. Your subscription is active again.',
  processing: 'Your new card is saved. The payment is being processed.',
  kept: 'The new card is saved, but the payment is still due.',
  form: 'Card',
  bank: 'your new card',
} as const;

/** The page of a subscription's payment method, of sellers who are paid through Stripe. */
export const PAYMENT = {
  page: 'Payment method',
  title: (name: string) => `Update payment method for ${name}`,
  due: (amount: string, name: string) => `${amount} is due for ${name}`,
  none: 'This payment method can’t be changed here. Go back to your subscription.',
  waiting: 'Your bank asks you to confirm',
  waitingText: 'Confirm it with your bank to finish.',
  goOn: 'Continue',
  withCard: (card: string) => `Pay with ${card}`,
  pay: (amount: string) => `Pay ${amount}`,
  payWithNew: (amount: string) => `Pay ${amount} with this card`,
  another: 'Pay another way',
  new: 'New payment method',
  text: 'Pays for all future renewals. Nothing is charged today.',
  dueText: 'It is charged now, and for all future renewals.',
  saved: 'Your new payment method is saved.',
  paid: 'Paid. Your subscription is active again.',
  refused: 'Your bank didn’t confirm it. Nothing was charged. Try again, or use another card.',
} as const;
