import type { ErrorName } from '@/lib/contract/errors';

/** Words of the API reference. */
export const REFERENCE = {
  title: 'API reference',
  tagline: 'Everything the dashboard does, over HTTP and JSON.',
  webhooks: 'Webhooks',
  introduction: 'Introduction',
  dashboard: 'Dashboard',
  document: 'OpenAPI document',
  search: 'Search operations',
  noMatch: 'No operation matches.',
  contents: 'Contents',
  resources: 'Resources',
  resourcesText:
    'Each resource has its operations, with examples, and the objects that they take and return.',
  operations: (count: number) => (count === 1 ? '1 operation' : `${count} operations`),
  objects: 'Objects',
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Headers',
  body: 'Request body',
  returns: 'Returns',
  noBody: 'No body.',
  errors: 'Errors',
  deprecated: 'Deprecated',
  required: 'Required',
  example: 'Response',
  linkTo: (what: string) => `Link to ${what}`,
  oneOf: 'One of',
} as const;

/** What an operation is called with, by its security scheme; sessions are for the product's own pages. */
export const CREDENTIALS: Record<string, string> = {
  token: 'Access token',
  customerSession: 'Customer session token',
};
export const NO_CREDENTIAL = 'No credential';

/** The sections, in their order; what is in none of them comes last. */
export const SECTION_GROUPS: readonly { title: string; tags: readonly string[] }[] = [
  {
    title: 'Catalog',
    tags: [
      'products',
      'benefits',
      'advertisements',
      'discounts',
      'custom_fields',
      'checkout_links',
      'files',
    ],
  },
  {
    title: 'Sales',
    tags: [
      'checkouts',
      'orders',
      'payments',
      'refunds',
      'subscriptions',
      'customers',
      'customer_sessions',
      'license_keys',
    ],
  },
  {
    title: 'Connections',
    tags: ['payment_connections', 'external_organizations', 'repositories', 'discord_connections'],
  },
  { title: 'Buyers', tags: ['customer_portal'] },
  { title: 'Insight', tags: ['metrics', 'search', 'saved_views'] },
  {
    title: 'Organization',
    tags: ['organizations', 'members', 'tokens', 'imports', 'mails', 'me', 'test_clocks'],
  },
  {
    title: 'Developers',
    tags: [
      'events',
      'webhook_endpoints',
      'webhook_deliveries',
      'request_logs',
      'audit_log',
      'refusals',
      'oauth2.clients',
      'oauth2',
    ],
  },
];
export const OTHER_GROUP = 'More';

const TITLES: Record<string, string> = {
  me: 'Current caller',
  oauth2: 'OAuth 2.0',
  external_organizations: 'GitHub organizations',
  discord_connections: 'Discord servers',
  'oauth2.clients': 'OAuth apps',
};

/** `license_keys` → "License keys". */
export function sectionTitle(tag: string): string {
  const words = tag.replaceAll('_', ' ');
  return TITLES[tag] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

export const WEBHOOK_GUIDE = {
  title: 'Webhooks',
  tagline: 'Your program gets a call when something happens.',
  topics: [
    {
      id: 'set-up',
      title: 'Set up an endpoint',
      text: 'In the dashboard under Webhooks, add the address of your program and choose the events that it needs. Copy the signing secret: it is shown once. Then send a test.\n\nWhile you develop, `npm run listen -- --forward http://localhost:4000` sends events to your own computer.',
    },
    {
      id: 'receive',
      title: 'Receive events',
      text: 'Check the signature with the exact bytes of the body, before you parse it. Answer with any 2xx within 10 seconds, and do longer work afterwards. The signature follows Standard Webhooks, so its libraries for other languages work too: the key is the secret’s own bytes.',
    },
    {
      id: 'retries',
      title: 'Retries and order',
      text: 'An event that you don’t take is sent up to 10 times within 3 days: at once, then after 5 seconds, 30 seconds, 2 minutes, 10 minutes, and 1, 3, 8, 16, and 24 hours. `Retry-After` is respected. A redirect counts as a failure.\n\nEvents of one object arrive in their order, and a failed one holds back only the later ones of that object. An event may arrive twice: `webhook-id` is the same then, so keep the ids that you have handled.\n\nAnswer 410 and the endpoint is turned off at once. After 3 days without any success it’s turned off as well, and your owners and admins get an email. What comes meanwhile can be sent when you turn it on again.',
    },
    {
      id: 'addresses',
      title: 'Allowed addresses',
      text: 'An endpoint is a public http:// or https:// address, for a live organization https:// alone. Addresses of private networks are refused at each try; those of this computer are allowed while the installation itself runs on one.',
    },
    {
      id: 'rotate',
      title: 'Change the secret',
      text: 'Rotate the secret on the endpoint’s page. For up to 72 hours deliveries carry two signatures, by the old and the new secret; accept either of them, as the code above does.',
    },
  ],
  events: 'Events',
  eventsText:
    'The body has `type`, `timestamp` (when it happened) and `data`: the object as the API showed it then. Examples, with made-up values:',
} as const;

/** What the errors mean and what to do about them. */
export const ERROR_TEXTS: Record<ErrorName, string> = {
  BadRequest: 'The action is not possible now, for example because a usage limit is reached.',
  PaymentError: 'The payment was declined. Adds code and decline_code.',
  invalid_request: 'The form lacks a field, or has one twice.',
  invalid_grant: 'The code or refresh token is unknown, over, or used, or belongs to another app.',
  invalid_scope: 'The app cannot have a scope that it asks for.',
  unauthorized_client: 'The app is not registered for this grant type.',
  unsupported_grant_type: 'The grant type is neither a code nor a refresh token.',
  invalid_client: 'The client ID is unknown, or the client secret is another one.',
  Unauthorized: 'No credential was sent.',
  invalid_token: 'The token is unknown, expired, or revoked.',
  insufficient_scope: 'The token has none of the scopes that the operation needs.',
  NotPermitted: 'Your role does not allow it, or the state of the object forbids it.',
  AlreadyCanceledSubscription: 'The subscription was canceled before.',
  NotOpenCheckout: 'The checkout is no longer open.',
  ResourceNotFound: 'There is no such object, or it belongs to an organization you are not in.',
  MethodNotAllowed: 'The path has no such method; the Allow header lists those it has.',
  Conflict: 'Another action on the object is running. Try again.',
  IdempotencyInFlight: 'The first request with this idempotency key is still running. Try again.',
  ResourceUnavailable: 'The checkout has expired, or the download link has.',
  PreconditionFailed: 'If-Match names another version: someone has changed the object since.',
  PayloadTooLarge: 'The body is larger than 1 MiB, or 64 KiB where no credential is needed.',
  UnsupportedMediaType: 'Send the body as application/json.',
  RequestValidationError: 'The detail lists every problem of the request with its place.',
  TooManyRequests: 'A limit is reached. Wait as many seconds as Retry-After says.',
  InternalServerError: 'An unexpected fault. Retry with the same idempotency key.',
  ServiceUnavailable: 'The server is busy or starting. Wait as many seconds as Retry-After says.',
};
