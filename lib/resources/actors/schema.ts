import { z } from 'zod';
import { Id } from '@/lib/contract/fields';

/** Who has done something: of events, rows of the audit log, and logged requests. */
export const EventActor = z
  .object({
    type: z.enum(['user', 'token', 'oauth_app', 'customer', 'buyer', 'processor', 'system']),
    id: Id.nullable(),
    name: z.string().nullable().meta({ description: 'The name that it has now.' }),
  })
  // Most are tokens; a page reads the names of others when it is opened.
  .meta({ id: 'EventActor', resource: 'tokens' });
export type EventActor = z.infer<typeof EventActor>;
