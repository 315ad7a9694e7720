import type { z } from 'zod';
import type { PROPERTIES } from '@/lib/resources/benefits/schema';

/** The properties of any benefit as a request carries them. */
export type BenefitProperties = z.output<(typeof PROPERTIES)[keyof typeof PROPERTIES]>;

/**
 * The properties as they are stored: what the API prints, but a guild's token. `digest` is a SHA-256
 * in hex.
 */
export function storedProperties(properties: BenefitProperties, digest: (token: string) => string) {
  if ('guild_token' in properties) {
    return { guild_id: guildId(properties.guild_token, digest), role_id: properties.role_id };
  }
  if ('repository_owner' in properties) return { ...properties, repository_id: null };
  if ('files' in properties) {
    const { files, archived } = properties;
    // An entry that names no file of the benefit says nothing.
    const known = files.flatMap((id) => (id in archived ? [[id, archived[id] === true]] : []));
    return { files, archived: Object.fromEntries(known) as Record<string, boolean> };
  }
  return properties;
}

/**
 * The id that stands for a guild while no outside account is connected
 * (docs/contract/benefits.md#outside-accounts): derived from the opaque token, so that the token
 * itself need not be kept. A token that the API printed means the guild that it was printed for.
 */
export function guildId(token: string, digest: (token: string) => string): string {
  const [, known] = /^td_guild_(\d{18})$/.exec(token) ?? [];
  return (
    known ??
    BigInt(`0x${digest(token)}`)
      .toString()
      .slice(-18)
  );
}

/** The token that the API prints for a guild. */
export function guildToken(guild: string): string {
  return `td_guild_${guild}`;
}

/** The files of a benefit that may be downloaded: those that are not archived, in their order. */
export function activeFiles(properties: {
  files: readonly string[];
  archived: Readonly<Record<string, boolean>>;
}): string[] {
  return properties.files.filter((id) => !properties.archived[id]);
}
