/** What a key needs for an operation: the row of a restricted key in Stripe's dashboard, and whether it is written. */
export interface Permission {
  resource:
    | 'account'
    | 'balance_transaction_source'
    | 'charge'
    | 'confirmation_token_client'
    | 'customer'
    | 'dispute'
    | 'event'
    | 'payment_intent'
    | 'payment_method'
    | 'payment_method_domain'
    | 'refund'
    | 'setup_intent'
    | 'subscription'
    | 'webhook';
  level: 'read' | 'write';
}

/** An operation of Stripe's that the double has. */
export interface Operation {
  method: 'GET' | 'POST' | 'DELETE';
  /** With `:id` where an object is named. */
  path: string;
  /** The name of its parameters in the types of the package `stripe`. */
  params: string;
  permission: Permission;
}

const operation = (
  method: Operation['method'],
  path: string,
  params: string,
  resource: Permission['resource'],
): Operation => {
  const level = method === 'GET' ? 'read' : 'write';
  return { method, path: `/v1/${path}`, params, permission: { resource, level } };
};

/** In the order in which paths are tried. The names of parameters are what scripts/stripe-schemas.ts makes schemas of. */
export const OPERATIONS: readonly Operation[] = [
  operation('GET', 'account', 'AccountRetrieveParams', 'account'),
  operation(
    'GET',
    'balance_transactions',
    'BalanceTransactionListParams',
    'balance_transaction_source',
  ),
  operation(
    'GET',
    'balance_transactions/:id',
    'BalanceTransactionRetrieveParams',
    'balance_transaction_source',
  ),
  operation('GET', 'charges', 'ChargeListParams', 'charge'),
  operation('GET', 'charges/:id', 'ChargeRetrieveParams', 'charge'),
  operation(
    'GET',
    'confirmation_tokens/:id',
    'ConfirmationTokenRetrieveParams',
    'confirmation_token_client',
  ),
  operation('GET', 'customers', 'CustomerListParams', 'customer'),
  operation('POST', 'customers', 'CustomerCreateParams', 'customer'),
  operation('GET', 'customers/:id', 'CustomerRetrieveParams', 'customer'),
  operation('POST', 'customers/:id', 'CustomerUpdateParams', 'customer'),
  operation('DELETE', 'customers/:id', 'CustomerDeleteParams', 'customer'),
  operation('GET', 'disputes', 'DisputeListParams', 'dispute'),
  operation('GET', 'disputes/:id', 'DisputeRetrieveParams', 'dispute'),
  operation('POST', 'disputes/:id', 'DisputeUpdateParams', 'dispute'),
  operation('POST', 'disputes/:id/close', 'DisputeCloseParams', 'dispute'),
  operation('GET', 'events', 'EventListParams', 'event'),
  operation('GET', 'events/:id', 'EventRetrieveParams', 'event'),
  operation('GET', 'payment_intents', 'PaymentIntentListParams', 'payment_intent'),
  operation('POST', 'payment_intents', 'PaymentIntentCreateParams', 'payment_intent'),
  operation('GET', 'payment_intents/:id', 'PaymentIntentRetrieveParams', 'payment_intent'),
  operation('POST', 'payment_intents/:id', 'PaymentIntentUpdateParams', 'payment_intent'),
  operation('POST', 'payment_intents/:id/confirm', 'PaymentIntentConfirmParams', 'payment_intent'),
  operation('POST', 'payment_intents/:id/cancel', 'PaymentIntentCancelParams', 'payment_intent'),
  operation(
    'GET',
    'payment_method_domains',
    'PaymentMethodDomainListParams',
    'payment_method_domain',
  ),
  operation(
    'POST',
    'payment_method_domains',
    'PaymentMethodDomainCreateParams',
    'payment_method_domain',
  ),
  operation(
    'GET',
    'payment_method_domains/:id',
    'PaymentMethodDomainRetrieveParams',
    'payment_method_domain',
  ),
  operation(
    'POST',
    'payment_method_domains/:id',
    'PaymentMethodDomainUpdateParams',
    'payment_method_domain',
  ),
  operation('GET', 'payment_methods', 'PaymentMethodListParams', 'payment_method'),
  operation('POST', 'payment_methods', 'PaymentMethodCreateParams', 'payment_method'),
  operation('GET', 'payment_methods/:id', 'PaymentMethodRetrieveParams', 'payment_method'),
  operation('POST', 'payment_methods/:id', 'PaymentMethodUpdateParams', 'payment_method'),
  operation('POST', 'payment_methods/:id/attach', 'PaymentMethodAttachParams', 'payment_method'),
  operation('POST', 'payment_methods/:id/detach', 'PaymentMethodDetachParams', 'payment_method'),
  operation('GET', 'refunds', 'RefundListParams', 'refund'),
  operation('POST', 'refunds', 'RefundCreateParams', 'refund'),
  operation('GET', 'refunds/:id', 'RefundRetrieveParams', 'refund'),
  operation('POST', 'refunds/:id', 'RefundUpdateParams', 'refund'),
  operation('POST', 'refunds/:id/cancel', 'RefundCancelParams', 'refund'),
  operation('GET', 'setup_intents', 'SetupIntentListParams', 'setup_intent'),
  operation('POST', 'setup_intents', 'SetupIntentCreateParams', 'setup_intent'),
  operation('GET', 'setup_intents/:id', 'SetupIntentRetrieveParams', 'setup_intent'),
  operation('POST', 'setup_intents/:id', 'SetupIntentUpdateParams', 'setup_intent'),
  operation('POST', 'setup_intents/:id/confirm', 'SetupIntentConfirmParams', 'setup_intent'),
  operation('POST', 'setup_intents/:id/cancel', 'SetupIntentCancelParams', 'setup_intent'),
  operation(
    'POST',
    'test_helpers/confirmation_tokens',
    'TestHelpers.ConfirmationTokenCreateParams',
    'payment_method',
  ),
  operation('GET', 'webhook_endpoints', 'WebhookEndpointListParams', 'webhook'),
  operation('POST', 'webhook_endpoints', 'WebhookEndpointCreateParams', 'webhook'),
  operation('GET', 'webhook_endpoints/:id', 'WebhookEndpointRetrieveParams', 'webhook'),
  operation('POST', 'webhook_endpoints/:id', 'WebhookEndpointUpdateParams', 'webhook'),
  operation('DELETE', 'webhook_endpoints/:id', 'WebhookEndpointDeleteParams', 'webhook'),
  operation('GET', 'subscriptions/:id', 'SubscriptionRetrieveParams', 'subscription'),
];
