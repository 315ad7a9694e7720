import type { z } from 'zod';
import type { Problem } from '@/lib/contract/errors';
import type { PoolCounts } from '@/lib/resources/key-pools/rules';
import type { Platform } from '@/lib/resources/linked-accounts/schema';

/**
 * What a type of benefit decides. Each file of a type has its `rules` beside its schemas, and `rulesOf` gives those of a
 * benefit: nothing else asks which type it is (`npm run check` holds that).
 */
export interface TypeRules<Accepted = unknown, Stored = unknown> {
  /** The properties that are accepted, with their defaults; of a benefit that is there already by what it has. */
  accepted(stored: Stored): z.ZodType<Accepted>;
  /** What is stored of accepted properties. `digest` is a SHA-256 in hex. */
  store(properties: Accepted, digest: (text: string) => string): Stored;
  /** What the organization has of what the properties name; absent where they name nothing. */
  lookUp?(properties: Stored, lookups: Lookups): Promise<LookedUp<Stored>>;
  /** The fields that the operations of benefits print beside those of every benefit. */
  print(benefit: StoredBenefit<Stored>): object;
  /** The same inside of other objects, where it is less. */
  printInside?(benefit: StoredBenefit<Stored>): object;
  /** The properties that customers may know. */
  printForCustomer(properties: Stored): object;
  /** The properties of a new grant. `id` is a new id for what it may have of its own. */
  grant(properties: Stored, id: string): object;
  /** The ids of the files that may be downloaded, in their order. */
  activeFiles?(properties: Stored): string[];
  /** The properties without a file that was deleted. */
  withoutFile?(properties: Stored, fileId: string): Stored;
  /** Each grant has a license key, a row of its own. */
  readonly hasKey?: true;
  /** Whether those keys are the seller's own, from a pool. */
  isPooled?(properties: Stored): boolean;
  /** Each grant has an advertisement campaign, a row of its own. */
  readonly hasCampaign?: true;
  /** Grants take effect outside (docs/contract/connections.md#grants); absent for what we give ourselves. */
  readonly outside?: Outside<Stored>;
}

/** A benefit as far as its type decides how it is printed. */
export interface StoredBenefit<Stored> {
  properties: Stored;
  isConnected: boolean;
  /** Of its pool of keys, where it has one and this was read. */
  poolCounts?: PoolCounts | undefined;
}

export interface Outside<Stored> {
  readonly platform: Platform;
  /** What a grant gives on the platform; null while no connection knows it. */
  targetOf(granted: Record<string, string>, properties: Stored): string | null;
}

/** What an organization has that properties of benefits may name. */
export interface Lookups {
  /** Those of the ids that are uploaded files for downloads. */
  files(ids: readonly string[]): Promise<{ has(id: string): boolean }>;
  /** A repository of a connection, by its id where that is known; null where none has it. */
  repository(named: {
    id: string | null;
    owner: string;
    name: string;
  }): Promise<{ id: string; owner: string; name: string; isConnected: boolean } | null>;
  /** A connected Discord server, and why benefits cannot give a role of it; null where it is not connected. */
  server(
    guildId: string,
  ): Promise<{ isConnected: boolean; roleProblem(roleId: string): string | null } | null>;
}

export interface LookedUp<Stored> {
  /** With the present names. */
  properties: Stored;
  isConnected: boolean;
  problems: Problem[];
}
