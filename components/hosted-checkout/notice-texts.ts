// The words of pages without a form, and of the bank: loaded with what shows them.

export const BANK = {
  title: 'Confirm the payment with your bank',
  text: (amount: string) =>
    `Your bank asks you to confirm ${amount}. This is the sandbox: choose the bank’s answer.`,
  fail: 'Fail',
  approve: 'Approve',
} as const;
export const NOT_CHARGED = 'You weren’t charged.';
export const EXPIRED = {
  title: 'This checkout has expired.',
  text: (seller: string) => `To buy, start again on ${seller}’s site.`,
} as const;
export const CLOSED = {
  title: 'This seller takes no new orders.',
  text: (seller: string) => `${seller} is closing.`,
} as const;
export const ENDED = {
  title: 'This offer has ended.',
  text: (product: string, isPriceOnly: boolean) =>
    `${product} is no longer for sale${isPriceOnly ? ' at this price' : ''}. See the seller’s site for what is offered now.`,
} as const;
export const PROCESSING = {
  title: 'Confirming your payment',
  text: (product: string) =>
    `${product} is yours as soon as the payment arrives. This page updates automatically.`,
} as const;
export const FAILED = {
  title: 'The payment didn’t go through. You weren’t charged.',
  text: (seller: string) =>
    `Your bank declined it. To try another card, start again on ${seller}’s site.`,
} as const;
export const UNPAID = {
  title: 'This checkout is not paid yet.',
  text: (product: string) => `You haven’t been charged. Pay to get ${product}.`,
  link: 'Go to checkout',
} as const;
export const COMPLETE = {
  title: 'This purchase is complete.',
  text: (product: string) => `You already bought ${product}. You weren’t charged again.`,
  link: 'See your purchase',
} as const;
