import { formatCount, pluralize } from '@/components/ui/money';

// Words of the pages of checkout links.

export const LIST = {
  title: 'Checkout links',
  create: 'New checkout link',
  noun: { one: 'checkout link', many: 'checkout links' },
  columns: {
    label: 'Label',
    product: 'Product',
    discount: 'Discount',
    checkouts: 'Checkouts',
    sales: 'Sales',
    created: 'Created',
    link: 'Link',
  },
  noLabel: 'No label',
  copy: (name: string) => `Copy the link ${name}`,
  firstRun: {
    title: 'A link that opens a new checkout.',
    text: 'Choose a product, price, and discount once. Everyone who opens the link gets their own checkout.',
  },
} as const;

export const FIELDS = {
  product: 'Product',
  products: 'your products',
  productMissing: 'Choose a product.',
  price: 'Price',
  firstPrice: 'The product’s default price',
  retired: (price: string) => `${price}, no longer offered`,
  label: 'Label',
  labelHelp: 'Where you share the link. Only your team sees it.',
  discount: 'Discount',
  noDiscount: 'None',
  noDiscounts: 'No discounts yet.',
  codes: 'Allow discount codes',
  successUrl: 'Success URL',
  successUrlHelp:
    'Where buyers go after payment. {CHECKOUT_ID} is replaced. Leave blank for the confirmation page.',
  metadata: 'Metadata',
  metadataHelp: 'Copied to each checkout that the link opens.',
} as const;

export const NEW = {
  create: 'Create checkout link',
  cancel: 'Cancel',
  created: 'Checkout link created.',
} as const;

export const PREVIEW = {
  title: 'What the buyer sees',
  empty: 'Choose a product to see its checkout.',
} as const;

export const LINK = {
  what: 'this checkout link',
  settings: 'Settings',
  details: 'Checkout link',
  link: 'Link',
  product: 'Product',
  sold: 'For sale',
  archived: 'No. The product is archived.',
  checkouts: 'Checkouts',
  showCheckouts: (count: number) => `Show ${pluralize(count, 'checkout')}`,
  sales: 'Sales',
  share: (sales: string, percent: number) => `${sales} (${percent}% of checkouts)`,
  created: 'Created',
  updated: 'Updated',
  open: 'Open',
  qrCode: 'Show QR code',
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete ${name}`,
  deleteEffects: (checkouts: number) =>
    checkouts === 0
      ? 'The link stops working. It opened no checkouts.'
      : `The link stops working. You keep the ${formatCount(checkouts)} ${checkouts === 1 ? 'checkout' : 'checkouts'} that it opened.`,
  deleted: 'Checkout link deleted.',
  save: 'Save checkout link',
  saved: 'Checkout link saved.',
} as const;
