import { pluralize } from '@/components/ui/money';

export const MEDIA = {
  add: 'Add images',
  choose: 'Choose images',
  uploaded: (name: string) => `${name} is uploaded`,
  uploading: 'An image is still uploading. Save when it’s done.',
  uploadFailed: 'An image wasn’t uploaded. Retry or remove it.',
} as const;

export const DELETE = {
  action: 'Delete',
  title: (name: string) => `Delete ${name}`,
  verb: 'Delete product',
  deleted: 'Product deleted.',
  sold: 'It was sold. Archive it instead.',
  checkouts: 'It has checkouts. Archive it instead.',
} as const;

export const ARCHIVE = {
  archiveFailed: (name: string) => `Could not archive ${name}.`,
  restoreFailed: (name: string) => `Could not restore ${name}.`,
  restored: (name: string) => `${name} is for sale again.`,
  archived: (name: string, then: string) => `${name} is archived. ${then}`,
  notForSale: 'It is no longer for sale.',
  allKeepRenewing: 'Existing subscriptions keep renewing.',
};

/** "2 subscriptions keep renewing."; null where they could not be counted. */
export function keepRenewing(subscriptions: number | null): string {
  if (subscriptions === null) return ARCHIVE.allKeepRenewing;
  return `${pluralize(subscriptions, 'subscription')} ${subscriptions === 1 ? 'keeps' : 'keep'} renewing.`;
}

/** What goes with a product; `links` is null where they could not be counted. */
export function deleteEffects(links: number | null): string {
  const gone =
    links === null || links > 0
      ? `Deletes ${links === null ? 'its checkout links' : pluralize(links, 'checkout link')} with it. `
      : '';
  return `It was never sold. ${gone}Benefits, files, and custom fields stay. This can’t be undone.`;
}

export const BENEFITS_FIELD = {
  benefitsOfTheProduct: 'Benefits of the product',
  addABenefit: 'Add a benefit',
  noBenefitsToAdd: 'No benefits yet. Create one with “New benefit”.',
  newBenefit: 'New benefit',
  most: (count: number) => `A product can have at most ${count} benefits.`,
};

export const CUSTOM_FIELDS_FIELD = {
  customFieldsOfThe: 'Custom fields of the product',
  isRequired: (name: string | number) => `${name} is required`,
  required: 'Required',
  addACustomField: 'Add a custom field',
  noCustomFieldsYet: 'No custom fields yet. Add them under Custom fields.',
};

export const EDIT_PRODUCT_PAGE = {
  theProductIsSaved: 'The product was saved, but its benefits weren’t.',
};

export const LOSSES_DIALOG = {
  saveChangesTo: (name: string | number) => `Save changes to ${name}`,
  removeFrom: (what: string | number, name: string | number) => `Remove ${what} from ${name}`,
  saveChanges: 'Save changes',
  remove: 'Remove',
  noRefundsAreMade: 'No refunds are made. Your other changes are saved too.',
  noOneHasItYet: (description: string | number) => `${description}: no one has it yet.`,
  /** `count` is null where it could not be loaded. */
  revokes: (description: string, count: number | null, noun: 'key' | 'grant') =>
    `${description}: revokes ${count === null ? `all its ${noun}s` : pluralize(count, noun)} now.`,
};

export const MEDIA_FIELD = {
  picture: 'Picture',
  picturesOfTheProduct: 'Images of the product',
  moveEarlier: (name: string | number) => `Move ${name} earlier`,
  moveLater: (name: string | number) => `Move ${name} later`,
  remove: (name: string | number) => `Remove ${name}`,
  rules: (size: string) =>
    `or drop them here. PNG, JPEG, WebP, GIF, or AVIF, at most ${size} each. The first image is the cover.`,
  stopTheUploadOf: (name: string | number) => `Stop the upload of ${name}`,
};

export const NEW_PRODUCT_PAGE = {
  theProductWasCreated: 'The product was created, but its benefits weren’t saved.',
};

export const PRICE_CHANGES = {
  replaces: 'Replaces',
  removes: 'Removes',
  toldThatTheOffer: (value: string | number) => `${value} told that the offer has ended.`,
  openCheckouts: 'Open checkouts',
  itsBuyer: 'Its buyer is',
  theirBuyers: 'Their buyers are',
  keepOldPrice: 'Existing subscriptions keep the old price.',
  onceSaved: ' once this is saved',
  openCheckoutsOf: (count: number) => pluralize(count, 'open checkout'),
  atCanNoLonger: (who: string | number, priceListLabel: string | number, when: string | number) =>
    `${who} at ${priceListLabel} can no longer be paid${when}.`,
};

export const PRICE_EDITOR = {
  monthly: 'Monthly',
  yearly: 'Yearly',
  fixedPrice: 'Fixed price',
  payWhatYouWant: 'Pay what you want',
  free: 'Free',
  theTypeOfA: 'You can’t change the type of a product.',
  oneTime: 'One-time',
  recurring: 'Recurring',
  theBuyerLeavesAn: 'Buyers enter an email address and pay nothing.',
  amount: 'Amount',
  addCurrency: 'Add currency',
  pricesIn: (currency: string) => `Prices in ${currency}`,
  removeCurrency: (currency: string) => `Remove ${currency}`,
  minimum: 'Minimum',
  proposed: 'Suggested',
  defaultAmount: (amount: string) => `Defaults to ${amount}.`,
  maximum: 'Maximum',
  renews: 'Renews',
  every: (interval: string | number) => `Every ${interval}`,
  freeTrial: 'Free trial',
};

export const PRODUCT_ACTIONS = {
  restoreItToSell: 'Restore it to sell it.',
  edit: 'Edit',
  restore: 'Restore',
  archive: 'Archive',
  createCheckout: 'Create checkout',
  share: 'Share',
  archiveTitle: (name: string | number) => `Archive ${name}`,
  /** `count` is null where it could not be loaded. */
  notPaid: (count: number | null) =>
    `${count === null ? 'Open checkouts' : pluralize(count, 'open checkout')} can no longer be paid.`,
};

export const SHARE = {
  title: (name: string) => `Share ${name}`,
  description: 'Anyone who has this link can buy it.',
  edit: 'Link settings',
  failed: (name: string) => `Could not get a link to ${name}.`,
};

export const PRODUCT_FIELDS = {
  product: 'Product',
  shownAtCheckoutPlain: 'Shown at checkout. Plain text.',
  existingBuyersGainAdded: 'Existing buyers gain added benefits and lose removed ones.',
  whatBuyersGetIn: 'What buyers get, in this order.',
  askedAtCheckoutIn: 'Asked at checkout, in this order.',
  whatTheBuyerSees: 'What the buyer sees',
  previewBlank: 'Your images, description, and benefits appear here as you add them.',
};

export const PRODUCT_PAGE = {
  prices: 'Prices',
  notForSale: 'No longer for sale.',
  grantsPending: (count: number) =>
    `Updating the benefits of ${pluralize(count, 'more purchase')}…`,
};

export const PRODUCT_PARTS = {
  copyTheIdOf: 'Copy price ID',
  default: 'Default',
  proposes: (money: string) => `proposes ${money}`,
  atLeast: (money: string | number) => `at least ${money}`,
  atMost: (money: string | number) => `at most ${money}`,
  noBenefitsBuyersGet: 'No benefits. Buyers get only the receipt.',
  noFiles: 'There’s no file to download, so buyers get nothing.',
  addAFile: 'Add a file',
  noImages: 'No images.',
  numberOfOpenFull: (value: string | number, length: string | number) =>
    `Number ${value} of ${length}, open full size`,
  checkoutAsksForNothing: 'No custom fields at checkout.',
};

export const PRODUCT_SALES = {
  sales: 'Sales',
  revenue: 'Revenue',
  orders: 'Orders',
  subscriptions: 'Subscriptions',
  checkouts: 'Checkouts',
  couldNotLoad: 'Could not load',
};
