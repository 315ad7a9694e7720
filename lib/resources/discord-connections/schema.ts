import { z } from 'zod';
import { Id, OrganizationIdInput, Timestamp, text } from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';
import { updateOf } from '@/lib/contract/update-of';
import { connectionFields } from '@/lib/resources/external-organizations/schema';

/** A role of a server, and why benefits cannot give it. */
export const DiscordRole = z
  .object({
    id: z.string(),
    name: z.string(),
    refusal: z.enum(['administrative', 'above_bot', 'managed']).nullable().meta({
      description:
        'It has permissions to manage, is above the bot’s own, or belongs to an app. Null: benefits can give it.',
    }),
  })
  .meta({ id: 'DiscordRole', resource: 'discord_connections' });
export type DiscordRole = z.infer<typeof DiscordRole>;

/** A Discord server of the seller (docs/contract/connections.md#discord). */
export const DiscordConnection = z
  .object({
    id: Id,
    created_at: Timestamp,
    modified_at: Timestamp.nullable(),
    organization_id: Id,
    guild_id: z.string(),
    guild_name: z.string(),
    guild_token: z.string().meta({ description: 'Names the server in benefits. Not a secret.' }),
    client_id: z.string(),
    roles: z.array(DiscordRole),
    ...connectionFields,
  })
  .meta({ id: 'DiscordConnection', resource: 'discord_connections' });
export type DiscordConnection = z.infer<typeof DiscordConnection>;

const Snowflake = z
  .string()
  .regex(/^\d{15,20}$/, { error: 'Enter an ID of 15 to 20 digits.' })
  .meta({ examples: ['123456789012345678'] });

export const DiscordConnectionCreate = z
  .object({
    organization_id: OrganizationIdInput,
    bot_token: secret(text({ min: 1, max: 500 })),
    guild_id: Snowflake,
    client_id: Snowflake,
    client_secret: secret(text({ min: 1, max: 500 })),
  })
  .meta({ id: 'DiscordConnectionCreate' });
export type DiscordConnectionCreate = z.infer<typeof DiscordConnectionCreate>;

/** New credentials of the same server. */
export const DiscordConnectionUpdate = updateOf(
  z.object({ bot_token: z.string(), client_id: z.string(), client_secret: z.string() }),
  DiscordConnectionCreate,
  ['guild_id'],
).meta({ id: 'DiscordConnectionUpdate' });
export type DiscordConnectionUpdate = z.infer<typeof DiscordConnectionUpdate>;

export const DISCORD_CONNECTION_SORTS = ['created_at', 'guild_name'] as const;
export type DiscordConnectionSort = (typeof DISCORD_CONNECTION_SORTS)[number];
