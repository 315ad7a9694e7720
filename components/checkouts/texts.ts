import { SALE_LABELS } from '@/components/entities/sale-labels';

/** The words of the checkout pages, by page. */

/** What its fields are called, in the list, in filters, on its page and in its form. */
export const LABELS = {
  ...SALE_LABELS,
  name: 'Name',
  billingAddress: 'Billing address',
  taxId: 'Tax ID',
  ipAddress: 'IP address',
  price: 'Price',
  total: 'Total',
  status: 'Status',
  checkoutLink: 'Checkout link',
  clientSecret: 'Client secret',
  successUrl: 'Success URL',
  embedOrigin: 'Embed origin',
  metadata: 'Metadata',
  customerMetadata: 'Customer metadata',
  created: 'Created',
  updated: 'Updated',
  expires: 'Expires',
};

export const builder = {
  title: 'New checkout',
  editTitle: (product: string) => `Edit checkout for ${product}`,
  create: 'Create checkout',
  save: 'Save checkout',
  created: 'Checkout created.',
  saved: 'Checkout saved.',
  amount: 'Amount',
  amountHelp: (range: string, preset: string) =>
    `Buyers can choose ${range}. The amount starts here, or at ${preset} if left blank.`,
  none: 'None',
  noDiscounts: 'No discounts yet.',
  onlyFixed: 'Discounts apply to fixed prices only.',
  otherProducts: 'This discount is for other products.',
  allowCodes: 'Allow discount codes',
  amountRange: (least: string, most: string) => `from ${least} to ${most}`,
  chooseAmount: (range: string) => `Choose an amount ${range}.`,
  chooseProduct: 'Choose a product.',
  afterPayment: 'After payment',
  afterPaymentHelp: 'Where buyers go next',
  successUrlHelp:
    'Where buyers go after payment. {CHECKOUT_ID} is replaced. Leave blank for the confirmation page.',
  embedOriginHelp: 'The website that shows this checkout in an iframe.',
  metadataPartHelp: 'Your own data, never shown to buyers',
  metadataHelp: 'Copied to the order and subscription.',
  customerMetadataHelp: 'Copied to the customer after payment.',
  notLoaded: 'Could not load what this link asks for. Start here instead.',
  archived: (product: string) => `${product} is archived. Choose another product, or restore it.`,
};

export const buyer = {
  title: 'Buyer',
  help: 'Buyers fill in what you leave blank',
  anyone: 'Anyone with the link',
  customerHelp: 'Locks the email and adds this purchase to the customer’s history.',
  noCustomers: 'No customers yet. Checkouts add them.',
  subscription: 'Upgrade subscription',
  newSubscription: 'None. Start a new subscription.',
  noSubscriptions: 'No active subscriptions for this customer.',
  subscriptionHelp: 'A free subscription continues at the price of this checkout.',
  country: 'Country',
  askedAtCheckout: 'Ask at checkout',
  line1: 'Address line 1',
  line2: 'Address line 2',
  city: 'City',
  state: 'State or region',
  taxIdHelp: 'Checked against the format of the country.',
  onFile: (values: string) => `If left blank, we use what’s on file: ${values}.`,
  nothingOnFile: 'This customer has no name or address on file.',
  ownTaxId: (id: string) => `tax ID ${id}`,
};

export const answers = {
  title: 'Custom fields',
  help: 'Prefills the checkout form. Buyers can change these answers.',
  required: 'Required at checkout',
  toBeAsked: 'Ask at checkout',
  asked: 'Asked at checkout',
  notAnswered: 'Not answered',
};

export const detail = {
  forBuyer: 'for',
  link: 'Checkout link',
  copyLink: 'Copy link',
  showQrCode: 'QR code',
  open: 'Open',
  edit: 'Edit',
  createAgain: 'Create again',
  duplicate: 'Duplicate',
  openBuyersPage: 'Open buyer’s page',
  openOrder: 'Open order',
  openSubscription: 'Open subscription',
  processing: 'The payment is still processing.',
  nothingSold: 'No order yet.',
  linkIsSecret: 'Anyone with this link can pay. It opens this one checkout.',
  attempts: 'No payment attempts yet.',
  failed: (reason: string) => (reason ? `Payment failed: ${reason}.` : 'Payment failed.'),
  failedText: 'Nothing was charged. Create the checkout again and send the new link.',
  declined: (reason: string) =>
    reason ? `The last payment was declined: ${reason}.` : 'The last payment was declined.',
  declinedText: 'Nothing was charged. The buyer can try again with the same link.',
  expired: 'This checkout expired before it was paid.',
  expiredText: 'Nothing was charged. Create it again to get a new link.',
  unavailable: 'Buyers can’t pay with this link.',
  unavailableText: (product: string) =>
    `${product} or its price is archived. Restore it, or create the checkout again at a current price.`,
};

export const facts = {
  trial: 'Free trial',
  trialUsed: 'Already used with this email',
  sale: 'Sale',
  archivedPrice: (price: string) => `${price}, no longer offered`,
  code: 'code',
  codes: 'Discount codes',
  codesAllowed: 'Allowed',
  codesNotAllowed: 'Not allowed',
  payment: 'Payment',
  chargedAndSaved: 'Charged now; card saved for renewals',
  charged: 'Charged now',
  cardSaved: 'No charge now; card saved for later',
  noPayment: 'None needed',
  subscription: 'Upgrades subscription',
  buyer: 'Buyer',
  unknownBuyer: 'Buyers enter their details at checkout.',
  settings: 'Settings',
  copyClientSecret: 'Copy client secret',
  copySuccessUrl: 'Copy success URL',
  confirmationPage: 'Confirmation page',
  dates: 'Dates',
  expired: 'Expired',
};

export const closed = {
  confirmed: 'A payment is processing.',
  succeeded: 'Already paid.',
  failed: 'The payment failed. Create it again.',
  expired: 'This checkout expired. Create it again.',
};

export const steps = {
  opened: 'Opened',
  open: 'Open',
  paid: 'Paid',
  processing: 'Processing',
  succeeded: 'Paid',
  failed: 'Failed',
  expired: 'Expired',
};

/** The list. */
export const LIST = {
  empty: 'Create a checkout here or by API.',
  emptyText:
    'A checkout is a payment page for one buyer and one product. It stays open for 24 hours.',
  newCheckout: 'New checkout',
  noEmail: 'No email yet',
};

export const AMOUNT_PREVIEW = {
  whatTheBuyerSees: 'What the buyer sees',
  chooseAProductTo: 'Choose a product to see its checkout.',
};

export const CHECKOUT_OUTCOME = {
  sold: 'Sold',
  couldNotLoadWhat: 'Could not load what was sold.',
  neitherOrderNorSubscription: 'No order or subscription was found.',
  order: 'Order',
  subscription: 'Subscription',
};

export const CHECKOUT_PAGE = {
  receipt: 'Receipt',
};

export const CHECKOUTS_PAGE = {
  checkouts: 'Checkouts',
};

export const EDIT_CHECKOUT_PAGE = {
  one: 'Checkout',
  checkouts: 'Checkouts',
  edit: 'Edit',
  editCheckout: (name: string) => `Edit checkout: ${name}`,
  thisCheckout: 'this checkout',
  thisCheckoutCannotBe: (value: string | number) =>
    `This checkout can’t be edited. Its status is ${value}.`,
  showTheCheckout: 'View checkout',
  onlyAnOpenCheckout: 'Only open checkouts can be edited.',
};

export const NEW_CHECKOUT_PAGE = {
  checkouts: 'Checkouts',
  yourProducts: 'your products',
  theCheckout: 'the checkout',
};
