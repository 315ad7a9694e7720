import { z } from 'zod';
import { Id, Timestamp, trimmedText } from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';
import { updateOf } from '@/lib/contract/update-of';

export const PaymentMode = z.enum(['test', 'live']).meta({ id: 'PaymentMode' });
export type PaymentMode = z.infer<typeof PaymentMode>;

/** What becomes of calls to the account (docs/contract/payment-connections.md#state). */
export const PaymentConnectionStatus = z
  .enum(['ok', 'failing', 'closed'])
  .meta({ id: 'PaymentConnectionStatus' });
export type PaymentConnectionStatus = z.infer<typeof PaymentConnectionStatus>;

/** The account through which an organization is paid (docs/contract/payment-connections.md). */
export const PaymentConnection = z
  .object({
    id: Id,
    created_at: Timestamp,
    modified_at: Timestamp.nullable(),
    organization_id: Id,
    processor: z.literal('stripe'),
    mode: PaymentMode,
    status: PaymentConnectionStatus.meta({
      description: '`failing` ends by itself; `closed` connections are kept for refunds.',
    }),
    problem: z.string().nullable().meta({ description: 'Why it fails, and what to do.' }),
    account_id: z.string(),
    country: z.string().nullable(),
    default_currency: z.string().nullable(),
    charges_enabled: z.boolean().meta({ description: 'Whether the account may take payments.' }),
    webhook: z
      .object({
        url: z.string().meta({ description: 'Where the account’s events are taken.' }),
        status: z.enum(['created', 'manual', 'none']).meta({
          description:
            'The endpoint was created in the account, or its owner made it and entered its secret; ' +
            '`none`: events are looked for each minute.',
        }),
        last_event_at: Timestamp.nullable(),
      })
      .meta({ id: 'PaymentConnectionWebhook' }),
  })
  .meta({ id: 'PaymentConnection', resource: 'payment_connections' });
export type PaymentConnection = z.infer<typeof PaymentConnection>;

const key = (pattern: RegExp, error: string) =>
  trimmedText({ min: 1, max: 500 }).regex(pattern, { error });

export const PaymentConnectionCreate = z
  .object({
    processor: z.literal('stripe'),
    secret_key: secret(
      key(/^(sk|rk)_(test|live)_\w+$/, 'Enter a key that begins with sk_ or rk_.'),
    ).meta({ description: 'A secret or a restricted key.', examples: ['sk_test_51NorthLight'] }),
    publishable_key: key(/^pk_(test|live)_\w+$/, 'Enter a key that begins with pk_.').meta({
      examples: ['pk_test_51NorthLight'],
    }),
    webhook_secret: secret(key(/^whsec_\w+$/, 'Enter a secret that begins with whsec_.'))
      .nullish()
      .meta({ description: 'Of an endpoint that you made yourself; null: one is created.' }),
  })
  .meta({ id: 'PaymentConnectionCreate' });
export type PaymentConnectionCreate = z.infer<typeof PaymentConnectionCreate>;

/** Other keys of the same account. */
export const PaymentConnectionUpdate = updateOf(
  z.object({ secret_key: z.string(), publishable_key: z.string(), webhook_secret: z.string() }),
  PaymentConnectionCreate,
  ['processor'],
).meta({ id: 'PaymentConnectionUpdate' });
export type PaymentConnectionUpdate = z.infer<typeof PaymentConnectionUpdate>;

export const PAYMENT_CONNECTION_SORTS = ['created_at'] as const;
export type PaymentConnectionSort = (typeof PAYMENT_CONNECTION_SORTS)[number];
