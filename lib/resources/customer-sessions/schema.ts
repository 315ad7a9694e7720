import { z } from 'zod';
import { Email, Id, Timestamp, text, trimmedText } from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';
import { Customer } from '@/lib/resources/customers/schema';

/** Access to the customer portal; no other answer contains the token. */
export const CustomerSession = z
  .object({
    id: Id,
    created_at: Timestamp,
    modified_at: Timestamp.nullable(),
    token: secret(z.string()),
    expires_at: Timestamp,
    customer_id: Id,
    customer: Customer,
  })
  .meta({ id: 'CustomerSession', resource: 'customer_sessions' });
export type CustomerSession = z.infer<typeof CustomerSession>;

/** A session that a seller makes, with a link that opens one of its own, for the customer. */
export const CustomerSessionWithLink = CustomerSession.extend({
  customer_portal_url: secret(z.string()).meta({
    description: 'Opens the portal once, until `expires_at`. It holds a secret.',
  }),
}).meta({ id: 'CustomerSessionWithLink', resource: 'customer_sessions' });
export type CustomerSessionWithLink = z.infer<typeof CustomerSessionWithLink>;

export const CustomerSessionCreate = z
  .object({ customer_id: Id })
  .meta({ id: 'CustomerSessionCreate' });
export type CustomerSessionCreate = z.infer<typeof CustomerSessionCreate>;

export const PortalAccessRequest = z
  .object({ organization_id: Id, email: Email })
  .meta({ id: 'PortalAccessRequest' });
export type PortalAccessRequest = z.infer<typeof PortalAccessRequest>;

/** The token of a link, or a code with the address that it was sent to. */
export const PortalAccessRedeem = z
  .object({
    token: secret(text({ min: 1, max: 200 })).optional(),
    organization_id: Id.optional(),
    email: Email.optional(),
    code: secret(trimmedText({ min: 1, max: 20 })).optional(),
  })
  .refine((body) => Boolean(body?.token ?? (body?.organization_id && body.email && body.code)), {
    error: 'Send the token of a link, or organization_id, email and code.',
    path: ['token'],
    params: { type: 'missing' },
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  })
  .meta({ id: 'PortalAccessRedeem' });
export type PortalAccessRedeem = z.infer<typeof PortalAccessRedeem>;
