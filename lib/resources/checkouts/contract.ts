import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { countsOf } from '@/lib/contract/counts-of';
import { exportOf } from '@/lib/contract/export-of';
import { Id, IdParams, many, OrganizationFilter, TimestampInput } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import { secret } from '@/lib/contract/secret';
import { endpoints } from '@/lib/resources/checkouts/operations';
import {
  CHECKOUT_SORTS,
  Checkout,
  CheckoutConfirm,
  CheckoutCreate,
  CheckoutLegacy,
  CheckoutLegacyCreate,
  CheckoutPublic,
  CheckoutPublicConfirmed,
  CheckoutStatus,
  CheckoutUpdate,
  CheckoutUpdatePublic,
  SandboxAuthentication,
} from '@/lib/resources/checkouts/schema';

const common = { tag: 'checkouts' } as const;
const SecretParams = z.object({ client_secret: secret(z.string()) });

export const listCheckouts = contract({
  ...endpoints.listCheckouts,
  summary: 'List checkout sessions',
  query: listQuery({
    organization_id: OrganizationFilter,
    product_id: many(Id),
    product_price_id: many(Id),
    customer_id: many(Id),
    checkout_link_id: many(Id),
    discount_id: many(Id),
    status: many(CheckoutStatus),
    expires_after: TimestampInput.optional(),
    expires_before: TimestampInput.optional(),
    sorting: sorting(CHECKOUT_SORTS, '-created_at'),
  }),
  response: page(Checkout),
});

export const exportCheckouts = exportOf(listCheckouts, [
  'id',
  'created_at',
  'expires_at',
  'status',
  'amount',
  'subtotal_amount',
  'tax_amount',
  'total_amount',
  'currency',
  'customer_id',
  'customer_name',
  'customer_email',
  'customer_billing_address.country',
  'product_id',
  'product.name',
  'discount.name',
  'discount.code',
  'subscription_id',
  'custom_field_data',
  'metadata',
  'discount_amount',
]);

export const countCheckouts = countsOf(listCheckouts, ['status']);

export const createCheckout = contract({
  ...common,
  id: 'checkouts:custom:create',
  method: 'POST',
  path: '/v1/checkouts/custom/',
  row: 'checkouts',
  summary: 'Create a checkout session',
  description:
    'Send the buyer to `url`. The session expires 24 hours after its creation. Naming a customer, by ' +
    '`customer_id` or through `subscription_id`, needs `customers:read` as well.',
  permissions: ['checkouts:write'],
  body: CheckoutCreate,
  response: Checkout,
});

export const getCheckout = contract({
  ...endpoints.getCheckout,
  row: 'checkouts',
  summary: 'Get a checkout session',
  params: IdParams,
  response: Checkout,
});

export const updateCheckout = contract({
  ...common,
  id: 'checkouts:custom:update',
  method: 'PATCH',
  path: '/v1/checkouts/custom/{id}',
  row: 'checkouts',
  summary: 'Update a checkout session',
  permissions: ['checkouts:write'],
  params: IdParams,
  body: CheckoutUpdate,
  response: Checkout,
  errors: ['NotOpenCheckout'],
});

export const createCheckoutLegacy = contract({
  ...common,
  id: 'checkouts:create',
  method: 'POST',
  path: '/v1/checkouts/',
  row: 'checkouts',
  summary: 'Create a checkout session from a price',
  description: 'Makes an ordinary session: use `POST /v1/checkouts/custom/`.',
  deprecated: true,
  permissions: ['checkouts:write'],
  body: CheckoutLegacyCreate,
  response: CheckoutLegacy,
});

export const getCheckoutLegacy = contract({
  ...common,
  id: 'checkouts:get',
  method: 'GET',
  path: '/v1/checkouts/{id}',
  row: 'checkouts',
  summary: 'Get a checkout session in its old shape',
  description: 'Use `GET /v1/checkouts/custom/{id}`.',
  deprecated: true,
  permissions: ['checkouts:read'],
  params: IdParams,
  response: CheckoutLegacy,
});

export const getCheckoutByClient = contract({
  ...endpoints.getCheckoutByClient,
  row: 'checkouts',
  summary: 'Get a checkout session from the client',
  params: SecretParams,
  response: CheckoutPublic,
  errors: ['ResourceUnavailable'],
});

export const updateCheckoutByClient = contract({
  ...endpoints.updateCheckoutByClient,
  row: 'checkouts',
  summary: 'Update a checkout session from the client',
  params: SecretParams,
  body: CheckoutUpdatePublic,
  response: CheckoutPublic,
  errors: ['NotOpenCheckout', 'ResourceUnavailable', 'TooManyRequests'],
});

export const confirmCheckout = contract({
  ...endpoints.confirmCheckout,
  summary: 'Confirm a checkout session from the client',
  description:
    'Charges the buyer where something is to be paid and processes order, subscription and benefits. ' +
    'A declined payment is 400 PaymentError with `code` and `decline_code`; the session stays open. Where the email ' +
    'address has had the trial that the session promised, it is 409 Conflict and the session is changed: confirm it ' +
    'again to pay its new total.',
  params: SecretParams,
  body: CheckoutConfirm,
  response: CheckoutPublicConfirmed,
  errors: [
    'PaymentError',
    'NotOpenCheckout',
    'NotPermitted',
    'ResourceUnavailable',
    'TooManyRequests',
    'Conflict',
  ],
  secretReply: true,
});

export const authenticateInSandbox = contract({
  ...endpoints.authenticateInSandbox,
  summary: 'Authenticate a payment of the sandbox',
  description:
    'Stands for the page of the buyer’s bank: the payment of the confirmation succeeds, or fails and the session is open ' +
    'again. Payments through Stripe are authenticated with its own library, by `intent_client_secret`.',
  params: SecretParams,
  body: SandboxAuthentication,
  response: CheckoutPublic,
  errors: ['NotPermitted', 'ResourceUnavailable', 'Conflict'],
});
