import { pluralize } from '@/components/ui/money';

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
