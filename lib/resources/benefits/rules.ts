import type { z } from 'zod';
import type { BenefitType, PROPERTIES } from '@/lib/resources/benefits/schema';

/** The properties of a benefit in a request, whatever its type. */
export type BenefitProperties = z.output<(typeof PROPERTIES)[keyof typeof PROPERTIES]>;

/**
 * The properties that are stored and printed: the token of a guild is replaced by its id. `digest` is a
 * SHA-256 in hex.
 */
export function storedProperties(properties: BenefitProperties, digest: (token: string) => string) {
  if ('guild_token' in properties) {
    return { guild_id: guildId(properties.guild_token, digest), role_id: properties.role_id };
  }
  if ('repository_owner' in properties) return { ...properties, repository_id: null };
  if ('files' in properties) {
    const { files, archived } = properties;
    // Entries for files that the benefit does not have are dropped.
    const known = files.flatMap((id) => (id in archived ? [[id, archived[id] === true]] : []));
    return { files, archived: Object.fromEntries(known) as Record<string, boolean> };
  }
  return properties;
}

/**
 * The id of a guild while no outside account is connected (docs/contract/benefits.md#outside-accounts),
 * derived from the opaque token, which is not stored. The token that the API prints for a guild leads to the
 * same id.
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

/**
 * Whether the outside account that a benefit needs is connected; null for one that needs none
 * (docs/contract/benefits.md#outside-accounts).
 */
export function connectionStatus(type: BenefitType): 'not_connected' | 'connected' | null {
  return type === 'discord' || type === 'github_repository' ? 'not_connected' : null;
}

/** The token that the API prints for a guild. */
export function guildToken(guild: string): string {
  return `td_guild_${guild}`;
}

/** The properties of a benefit that gives files. */
export interface Downloads {
  files: readonly string[];
  archived: Readonly<Record<string, boolean>>;
}

/** The properties without a file that was deleted. */
export function withoutFile({ files, archived }: Downloads, fileId: string) {
  const { [fileId]: _, ...others } = archived;
  return { files: files.filter((id) => id !== fileId), archived: others };
}

/** The files of a benefit that may be downloaded: those that are not archived, in their order. */
export function activeFiles(properties: Downloads): string[] {
  return properties.files.filter((id) => !properties.archived[id]);
}
