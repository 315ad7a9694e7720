export const AUDIT_TEXTS = {
  title: 'Audit log',
  firstRunTitle: 'Nothing has changed yet.',
  firstRunText:
    'Changes to settings, members, products, and prices appear here, with who made them. So do exports and sign-ins.',
  none: 'Empty',
  to: 'changed to',
  yes: 'Yes',
  no: 'No',
  details: 'Details',
  field: 'Field',
  before: 'Before',
  after: 'After',
  noChanges: 'No fields were changed.',
  call: 'API call',
  copyRequestId: 'Copy the request ID',
  object: 'Object ID',
  objectHelp: 'The ID of what was changed.',
};

/** The kinds of objects of which changes are kept, by their names. */
export const AUDITED_KINDS = [
  'advertisement',
  'benefit',
  'checkout_link',
  'custom_field',
  'customer_session',
  'discord_connection',
  'discount',
  'event',
  'external_organization',
  'file',
  'import',
  'license_key',
  'mail',
  'member',
  'oauth_app',
  'organization',
  'payment_connection',
  'product',
  'refund',
  'repository',
  'subscription',
  'test_clock',
  'token',
  'webhook_endpoint',
] as const;

/** A field as words: `profile_settings.accent_color` is `accent color`, `order_id` is `order`. */
export function fieldName(field: string): string {
  const last = field.slice(field.lastIndexOf('.') + 1);
  const words = last
    .replace(/^is_|_id$/g, '')
    .replace('basis_points', 'percentage')
    .replaceAll('_', ' ');
  return words.replace(/\b(?:url|ip|api)\b/g, (word) => word.toUpperCase());
}
