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

/** What goes with a product; `links` is null where they could not be counted. */
export function deleteEffects(links: number | null): string {
  const gone =
    links === null || links > 0
      ? `Deletes ${links === null ? 'its checkout links' : pluralize(links, 'checkout link')} with it. `
      : '';
  return `It was never sold. ${gone}Benefits, files, and custom fields stay. This can’t be undone.`;
}
