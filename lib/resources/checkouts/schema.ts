import { z } from 'zod';
import {
  Address,
  AddressInput,
  Currency,
  Email,
  HttpUrl,
  Id,
  int,
  Metadata,
  MetadataInput,
  Timestamp,
  trimmedText,
  WebOrigin,
} from '@/lib/contract/fields';
import { MAX_AMOUNT } from '@/lib/contract/money';
import { ProcessorMetadata } from '@/lib/contract/processor-metadata';
import { secret } from '@/lib/contract/secret';
import { jsonBytes, KIB } from '@/lib/contract/size';
import { AttachedCustomField } from '@/lib/resources/custom-fields/schema';
import { CheckoutDiscount } from '@/lib/resources/discounts/schema';
import { CheckoutProduct, ProductPrice } from '@/lib/resources/products/schema';
import { PublicOrganization } from '@/lib/resources/public-organizations/schema';

export const CheckoutStatus = z
  .enum(['open', 'expired', 'confirmed', 'succeeded', 'failed'])
  .meta({ id: 'CheckoutStatus' });

const TrialUnavailableReason = z.enum(['already_used']).meta({ id: 'TrialUnavailableReason' });

const FieldData = z.record(z.string(), z.unknown());

const base = {
  id: Id,
  created_at: Timestamp,
  modified_at: Timestamp.nullable(),
  custom_field_data: FieldData,
  payment_processor: z.literal('stripe'),
  status: CheckoutStatus,
  client_secret: secret(z.string()),
  url: secret(z.string()),
  expires_at: Timestamp,
  // By default it holds the client secret.
  success_url: secret(z.string()),
  embed_origin: z.string().nullable(),
  amount: z.int().nullable(),
  tax_amount: z.int().nullable(),
  currency: z.string().nullable(),
  discount_amount: z.int().nullable().meta({
    description: 'What the discount takes off: `amount` less `subtotal_amount`.',
  }),
  subtotal_amount: z.int().nullable(),
  total_amount: z.int().nullable(),
  product_id: Id,
  product_price_id: Id,
  discount_id: Id.nullable(),
  allow_discount_codes: z.boolean(),
  is_discount_applicable: z.boolean(),
  is_free_product_price: z.boolean(),
  is_payment_required: z.boolean(),
  is_payment_setup_required: z.boolean(),
  is_payment_form_required: z.boolean(),
  trial_unavailable_reason: TrialUnavailableReason.nullable().meta({
    description:
      'Why the checkout starts no trial although its price has one: `already_used`, somebody with this email address ' +
      'has had the trial of the product. It is computed without it then.',
  }),
  customer_id: Id.nullable(),
  customer_name: z.string().nullable(),
  customer_email: z.string().nullable(),
  customer_ip_address: z.string().nullable(),
  customer_billing_address: Address.nullable(),
  customer_tax_id: z.string().nullable(),
  payment_processor_metadata: ProcessorMetadata,
  product: CheckoutProduct,
  product_price: ProductPrice,
  discount: CheckoutDiscount.nullable(),
  attached_custom_fields: z.array(AttachedCustomField),
};

/** A checkout session for its seller (docs/contract/checkouts.md#fields). */
export const Checkout = z
  .object({
    ...base,
    metadata: Metadata,
    customer_metadata: Metadata,
    subscription_id: Id.nullable(),
  })
  .meta({ id: 'Checkout', resource: 'checkouts' });
export type Checkout = z.infer<typeof Checkout>;

const buyers = {
  organization: PublicOrganization,
  has_discount_codes: z.boolean().meta({
    description:
      'Whether there is a code that this checkout would take now: it is open and allows codes, its price ' +
      'takes discounts, and a discount with a code for its product can be redeemed.',
  }),
};

/** A checkout session for its buyer. */
export const CheckoutPublic = z
  .object({ ...base, ...buyers })
  .meta({ id: 'CheckoutPublic', resource: 'checkouts' });
export type CheckoutPublic = z.infer<typeof CheckoutPublic>;

/** The answer of a confirmation (docs/contract/checkouts.md#answer). */
export const CheckoutPublicConfirmed = z
  .object({
    ...base,
    ...buyers,
    status: z.literal('confirmed'),
    customer_session_token: secret(z.string()),
  })
  .meta({ id: 'CheckoutPublicConfirmed', resource: 'checkouts' });
export type CheckoutPublicConfirmed = z.infer<typeof CheckoutPublicConfirmed>;

/** A checkout session in the shape of the deprecated operations. */
export const CheckoutLegacy = z
  .object({
    id: Id,
    url: secret(z.string())
      .nullable()
      .meta({ description: 'Null for callers who may not write checkouts.' }),
    customer_email: z.string().nullable(),
    customer_name: z.string().nullable(),
    product: CheckoutProduct,
    product_price: ProductPrice,
  })
  .meta({ id: 'CheckoutLegacy', resource: 'checkouts' });
export type CheckoutLegacy = z.infer<typeof CheckoutLegacy>;

/** The size limit of all custom field data together, as JSON. */
const MAX_FIELD_DATA_BYTES = 64 * KIB;

const FieldDataInput = FieldData.refine((data) => jsonBytes(data) <= MAX_FIELD_DATA_BYTES, {
  error: 'The answers are too long. Send at most 64 KiB of JSON.',
}).meta({ description: 'At most 64 KiB as JSON.' });

const amount = int({ max: MAX_AMOUNT });
const name = trimmedText({ min: 1, max: 500 });
const taxId = trimmedText({ min: 1, max: 100 });
const ipAddress = z.union([z.ipv4(), z.ipv6()], { error: 'Enter an IPv4 or IPv6 address.' });

const written = {
  currency: Currency.nullish().meta({ description: 'Sells at the price in this currency.' }),
  custom_field_data: FieldDataInput.nullish(),
  amount: amount
    .nullish()
    .meta({ description: 'The chosen amount of a custom price, minor units.' }),
  customer_name: name.nullish(),
  customer_email: Email.nullish(),
  customer_billing_address: AddressInput.nullish(),
  customer_tax_id: taxId.nullish(),
};

const sellerWritten = {
  ...written,
  discount_id: Id.nullish(),
  allow_discount_codes: z.boolean().nullish(),
  customer_ip_address: ipAddress.nullish(),
  metadata: MetadataInput.nullish(),
  customer_metadata: MetadataInput.nullish().meta({
    description: 'Copied to the customer that the confirmation creates.',
  }),
  success_url: HttpUrl.nullish().meta({ description: '{CHECKOUT_ID} in it is replaced.' }),
  embed_origin: WebOrigin.nullish(),
};

export const CheckoutCreate = z
  .object({
    ...sellerWritten,
    payment_processor: z.literal('stripe'),
    product_id: Id.nullish().meta({ description: 'Takes the first live price of the product.' }),
    product_price_id: Id.nullish(),
    customer_id: Id.nullish(),
    subscription_id: Id.nullish().meta({
      description: 'A subscription with a free price, which the checkout moves to the bought one.',
    }),
  })
  .refine((body) => Boolean(body?.product_id ?? body?.product_price_id), {
    error: 'Specify a product or a price.',
    path: ['product_id'],
    params: { type: 'missing' },
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  })
  .meta({ id: 'CheckoutCreate' });
export type CheckoutCreate = z.infer<typeof CheckoutCreate>;

/** What the deprecated creation takes. */
export const CheckoutLegacyCreate = z
  .object({
    product_price_id: Id,
    success_url: HttpUrl.meta({ description: '{CHECKOUT_SESSION_ID} in it is replaced.' }),
    customer_email: Email.nullish(),
    subscription_id: Id.nullish().meta({
      description: 'A subscription with a free price, which the checkout moves to the bought one.',
    }),
  })
  .meta({ id: 'CheckoutLegacyCreate' });
export type CheckoutLegacyCreate = z.infer<typeof CheckoutLegacyCreate>;

const priceChoice = {
  product_price_id: Id.nullish().meta({
    description: "Another live price of the session's product.",
  }),
};

export const CheckoutUpdate = z
  .object({ ...sellerWritten, ...priceChoice })
  .meta({ id: 'CheckoutUpdate' });
export type CheckoutUpdate = z.infer<typeof CheckoutUpdate>;

const buyerWritten = {
  ...written,
  ...priceChoice,
  discount_code: trimmedText({ max: 256 }).nullish(),
};

export const CheckoutUpdatePublic = z.object(buyerWritten).meta({ id: 'CheckoutUpdatePublic' });
export type CheckoutUpdatePublic = z.infer<typeof CheckoutUpdatePublic>;

export const CheckoutConfirm = z
  .object({
    ...buyerWritten,
    confirmation_token_id: secret(trimmedText({ min: 1, max: 500 }))
      .nullish()
      .meta({ description: 'The payment method. In the sandbox one of the public test ids.' }),
    total_amount: amount.nullish().meta({
      description:
        'The total that the buyer saw: where it is another one by now, nothing is charged (409).',
    }),
    waives_withdrawal: z.boolean().nullish().meta({
      description:
        'The buyer asks for immediate supply, and gives up the right to withdraw that consumers in the EU have.',
    }),
  })
  .meta({ id: 'CheckoutConfirm' });
export type CheckoutConfirm = z.infer<typeof CheckoutConfirm>;

export const SandboxAuthentication = z
  .object({
    outcome: z.enum(['succeed', 'fail']).meta({
      description: 'What the buyer does on the page of a bank, where there is one.',
    }),
  })
  .meta({ id: 'SandboxAuthentication', examples: [{ outcome: 'succeed' }] });
export type SandboxAuthentication = z.infer<typeof SandboxAuthentication>;

export const CHECKOUT_SORTS = ['created_at', 'expires_at'] as const;
export type CheckoutSort = (typeof CHECKOUT_SORTS)[number];
