import { pluralize } from '@/components/ui/money';

// The words of the list of products, which loads no others.

/** The list: what is done with several products. */
export const BULK = {
  archive: {
    verb: 'Archive',
    running: 'Archiving',
    done: 'Archived',
    skips: 'already archived',
    effects: (products: number, checkouts: number, subscriptions: number) =>
      [
        `${pluralize(products, 'product')} will no longer be for sale.`,
        `${pluralize(checkouts, 'open checkout')} can no longer be paid.`,
        `${pluralize(subscriptions, 'subscription')} will keep renewing.`,
      ].join(' '),
  },
  restore: {
    verb: 'Restore',
    running: 'Restoring',
    done: 'Restored',
    skips: 'already live',
    effects: (products: number) => `${pluralize(products, 'product')} will be for sale again.`,
  },
};

export const PRODUCTS_PAGE = {
  kindOfPrice: 'Price model',
  live: 'Live',
  archived: 'Archived',
  oneTime: 'One-time',
  recurring: 'Recurring',
  benefit: 'Benefit',
  customField: 'Custom field',
  addWhatYouSell: 'Add what you sell: a name and a price.',
  aProductIsSold:
    'Sell a product once, or as a monthly or yearly subscription. Add benefits such as license keys.',
};
