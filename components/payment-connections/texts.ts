// Words of the settings page of payments.

export const PAYMENTS = {
  sandbox:
    'This organization is a sandbox: test cards pay, and no money moves. Connect the test mode of your Stripe account to see these payments there.',
  live: 'Your buyers pay into your own Stripe account. Until it’s connected, only free products can be bought. The checkout page has no card form for Stripe yet: confirm checkouts through the API.',
  note: 'Only owners and admins see and change payment settings.',
  what: 'the Stripe account',
  title: 'Stripe',
  empty: 'Stripe is not connected.',
  emptySandbox: 'The built-in sandbox takes payments until then.',
  emptyLive: 'Connect your account to start selling.',
  connect: 'Connect Stripe',
  connectTest:
    'Enter keys from the test mode of your account. They’re encrypted, and the secret key is never shown again.',
  connectLive:
    'Enter the live keys of your account. They’re encrypted, and the secret key is never shown again.',
  connected: 'Stripe connected.',
  check: 'Check again',
  checked: 'Stripe answers.',
  notChecked: 'Stripe can’t be used right now.',
  replace: 'Replace keys',
  replaceText: 'The keys have to belong to the same Stripe account.',
  replaced: 'Keys replaced.',
  disconnect: 'Disconnect',
  disconnectTitle: 'Disconnect Stripe',
  disconnectSandbox:
    'New payments go through the built-in sandbox. The keys are kept for refunds of what was paid through Stripe.',
  disconnectLive:
    'Nothing can be bought until an account is connected again, and renewals wait. The keys are kept for refunds and disputes.',
  disconnected: 'Stripe disconnected.',
  secretKey: 'Secret key',
  secretHelp:
    'In Stripe under Developers → API keys. A restricted key works too: give it Read for Accounts, Confirmation tokens, Disputes, Events, and Balance Transaction Sources, and Write for Payment Intents, Setup Intents, Customers, Payment Methods, Charges and Refunds, and Webhook Endpoints.',
  publishableKey: 'Publishable key',
  publishableHelp: 'It begins with pk_ and stands beside the secret key.',
  webhook: 'Your own webhook endpoint (optional)',
  webhookHelp:
    'By default, Tilldesk creates the endpoint in your account. If you made one yourself, enter its signing secret.',
  webhookSecret: 'Signing secret',
  stays: 'Leave blank to keep the current one.',
  ok: 'Connected',
  failing: 'On hold',
  closed: 'Disconnected',
  test: 'Test mode',
  liveMode: 'Live',
  notEnabled:
    'Stripe doesn’t let this account take payments yet. Finish its activation in the Stripe dashboard.',
  account: 'Account',
  country: 'Country',
  currency: 'Payout currency',
  events: 'Events',
  lastEvent: 'Last event',
  never: 'None yet',
  created: 'Sent to an endpoint that Tilldesk created',
  manual: 'Sent to an endpoint that you made',
  none: 'Looked for every minute: there is no webhook endpoint',
  url: 'Webhook URL',
  copyUrl: 'Copy the webhook URL',
  urlHelp:
    'To hear from Stripe at once, add an endpoint with this address in Stripe under Developers → Webhooks, then replace the keys and enter its signing secret.',
  earlier: 'Earlier accounts',
  statement: 'Card statements',
  statementText: 'What customers see next to a charge on their card statement.',
  suffix: 'Statement suffix',
  suffixHelp:
    'Stripe prints it after your account’s prefix and an asterisk. Both together have at most 22 characters.',
  statementSaved: 'Card statements saved.',
} as const;
