export const AUDIT_TEXTS = {
  title: 'Audit log',
  firstRunTitle: 'Nothing has changed yet.',
  firstRunText:
    'Changes to settings, members, products, and prices appear here, with who made them. So do exports and sign-ins.',
  none: 'Empty',
  to: 'changed to',
  more: (count: number) => `and ${count} more`,
  details: 'Details',
  field: 'Field',
  before: 'Before',
  after: 'After',
  noChanges: 'No fields were changed.',
  call: 'API call',
  object: 'Object ID',
  objectHelp: 'The ID of what was changed.',
};

/** The kinds of objects of which changes are kept, by their names. */
export const AUDITED_KINDS = [
  'benefit',
  'checkout_link',
  'custom_field',
  'customer_session',
  'discount',
  'event',
  'file',
  'license_key',
  'mail',
  'member',
  'oauth_app',
  'organization',
  'product',
  'refund',
  'subscription',
  'test_clock',
  'token',
  'webhook_endpoint',
] as const;
