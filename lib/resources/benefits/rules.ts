import type { z } from 'zod';
import type { BenefitType, PROPERTIES } from '@/lib/resources/benefits/schema';
import { guildOfToken } from '@/lib/resources/discord-connections/rules';

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
  if ('repository_owner' in properties)
    return { ...properties, repository_id: null as string | null };
  if ('files' in properties) {
    const { files, archived } = properties;
    // Entries for files that the benefit does not have are dropped.
    const known = files.flatMap((id) => (id in archived ? [[id, archived[id] === true]] : []));
    return { files, archived: Object.fromEntries(known) as Record<string, boolean> };
  }
  return properties;
}

/**
 * The id of a guild: the one that the token of a connected server names; else one that is derived from the opaque token,
 * which is not stored (docs/contract/benefits.md#outside-accounts).
 */
export function guildId(token: string, digest: (token: string) => string): string {
  return (
    guildOfToken(token) ??
    BigInt(`0x${digest(token)}`)
      .toString()
      .slice(-18)
  );
}

/**
 * Whether the outside account that a benefit needs is connected; null for one that needs none
 * (docs/contract/benefits.md#outside-accounts).
 */
export function connectionStatus({
  type,
  isConnected,
}: {
  type: BenefitType;
  isConnected: boolean;
}): 'not_connected' | 'connected' | null {
  if (type !== 'discord' && type !== 'github_repository') return null;
  return isConnected ? 'connected' : 'not_connected';
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
