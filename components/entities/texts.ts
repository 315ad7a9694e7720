import { formatCount } from '@/components/ui/money';

// The words of entities, by file.

export const CUSTOMER_LINK = {
  deleted: 'Deleted customer',
  /** Beside the name of one. */
  isDeleted: 'Deleted',
  show: 'Show customer',
};

export const CUSTOM_FIELD_ANSWERS = {
  answersOfTheBuyer: 'Buyer’s answers',
  theAnswers: 'the buyer’s answers',
  yes: 'Yes',
  no: 'No',
};

export const DOCUMENT_MENU = {
  couldNotOpenThe: (noun: string | number) => `Could not open the ${noun}.`,
  downloadPdf: 'Download PDF',
};

export const LINK_BOX = {
  copyLink: 'Copy link',
  showQrCode: 'QR code',
  open: 'Open',
};

export const NAMED_LINK = {
  /** Where its name could not be loaded. */
  show: 'Show',
};

export const NOTHING_TO_SELL = {
  nothingToSellYet: 'Nothing to sell yet',
  addAProductFirst: 'Add a product first: a name and a price.',
  newProduct: 'New product',
  allProductsAreArchived: 'All products are archived',
  restoreAProductTo: 'Restore a product to sell it again, or add a new one.',
  restoreOne: 'Restore one',
};

export const PAYMENT_ATTEMPTS = {
  paymentAttempts: 'Payment attempts',
  theAttempts: 'the attempts',
  showAll: (count: number) => `Show all ${formatCount(count)}`,
  fee: (fee: string, net: string) => `Fee ${fee}, net ${net}`,
  viewInStripe: 'View in Stripe',
};

export const RELATED_LIST = {
  all: (what: string | number) => `All ${what}`,
  count: (total: number) => `All ${formatCount(total)}`,
};

export const ADVERTISEMENT = {
  image: 'Image of the ad',
  imageDark: 'Image of the ad on dark pages',
  noImage: 'No image yet',
  onDark: 'On dark pages',
} as const;

export const GRANT_STATUS = {
  granted: 'Granted',
  pending: 'Pending',
  waitsForKey: 'Waits for a license key. Add keys to the benefit.',
  waiting: 'Waiting for customer',
  failed: 'Failed',
  revoked: 'Revoked',
  notGranted: 'Not granted',
  nextTry: 'Next try',
  tryingNow: 'Trying again now.',
} as const;
