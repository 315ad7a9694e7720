import { z } from 'zod';
import { Id, Timestamp } from '@/lib/contract/fields';
import { Customer } from '@/lib/resources/customers/schema';

/** Access to the customer portal; no other answer contains the token. */
export const CustomerSession = z
  .object({
    id: Id,
    created_at: Timestamp,
    modified_at: Timestamp.nullable(),
    token: z.string(),
    expires_at: Timestamp,
    customer_id: Id,
    customer: Customer,
  })
  .meta({ id: 'CustomerSession', resource: 'customer_sessions' });
export type CustomerSession = z.infer<typeof CustomerSession>;

export const CustomerSessionCreate = z
  .object({ customer_id: Id })
  .meta({ id: 'CustomerSessionCreate' });
export type CustomerSessionCreate = z.infer<typeof CustomerSessionCreate>;
