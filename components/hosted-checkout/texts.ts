// The words of the buyer's pages around the form.

export const LOADING = 'Loading checkout';
export const titleFor = (product: string, seller: string) => `${product} from ${seller}`;
export const ORDER = 'Your order';
export const SHOW_RECEIPT = 'Show receipt';
export const HIDE_RECEIPT = 'Hide receipt';

export const totalIsNow = (amount: string) => `The total is now ${amount}.`;

export const SOLD_WITH = 'Sold with Tilldesk';
export const questions = (seller: string) => `Questions? Write to ${seller}:`;

export const UNKNOWN = {
  title: 'This checkout does not exist.',
  text: 'The link may be incomplete. Open it again from where you got it, or ask the seller for a new one.',
} as const;
