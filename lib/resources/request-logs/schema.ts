import { z } from 'zod';
import { Id, Timestamp } from '@/lib/contract/fields';
import { EventActor } from '@/lib/resources/actors/schema';

/** Longer bodies are not kept, in bytes (docs/contract/events.md#request-log). */
export const MAX_BODY_BYTES = 16 * 1024;
/** Days that requests are kept. */
export const KEPT_DAYS = 30;

const Body = z.unknown().meta({
  description: 'The fields that the contract knows, secrets as `***`; null where it was not kept.',
});

/** An answered request (docs/contract/events.md#request-log). */
export const RequestLog = z
  .object({
    id: Id,
    organization_id: Id,
    created_at: Timestamp,
    request_id: z.string().meta({ description: 'May repeat: clients may send their own.' }),
    method: z.string(),
    path: z.string().meta({ description: 'With its query; secrets as `***`.' }),
    operation: z.string(),
    status: z.int(),
    error: z.string().nullable(),
    caller: EventActor.meta({ description: 'Who called.' }),
    token_id: Id.nullable(),
    latency_ms: z.int(),
    client_address: z.string().nullable(),
    idempotency_key: z.string().nullable().meta({ description: 'Its SHA-256.' }),
    is_replayed: z.boolean().meta({ description: 'The answer to an earlier request was sent.' }),
    request_body: Body,
    request_bytes: z.int().nullable().meta({ description: 'The size of the body as it came.' }),
    response_body: Body,
    response_bytes: z.int().nullable(),
  })
  .meta({ id: 'RequestLog', resource: 'request_logs' });
export type RequestLog = z.infer<typeof RequestLog>;

/** `409`, or `4xx` for all of a hundred. */
export const StatusFilter = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[1-5](?:\d\d|xx)$/, { error: 'Enter a status such as 409, or 4xx.' });

export const LoggedMethod = z.enum(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']);

export const REQUEST_LOG_SORTS = ['created_at'] as const;
export type RequestLogSort = (typeof REQUEST_LOG_SORTS)[number];
