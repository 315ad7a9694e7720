import type { ImportKind, ImportSource } from '@/lib/resources/imports/schema';
import { gumroad } from '@/lib/resources/imports/sources/gumroad';
import { keygen } from '@/lib/resources/imports/sources/keygen';
import { lemonSqueezy } from '@/lib/resources/imports/sources/lemon-squeezy';
import { paddle } from '@/lib/resources/imports/sources/paddle';
import type { KindMapping, Mapped, SourceTable } from '@/lib/resources/imports/sources/source';
import { stripe } from '@/lib/resources/imports/sources/stripe';
import { custom, tilldesk } from '@/lib/resources/imports/sources/tilldesk';

/** The tables of all sources. */
export const SOURCES: Readonly<Record<ImportSource, SourceTable>> = {
  tilldesk,
  stripe,
  lemon_squeezy: lemonSqueezy,
  gumroad,
  paddle,
  keygen,
  custom,
};

/** How a kind is read from a source; undefined where the source has none of it. */
export function mappingOf(source: ImportSource, kind: ImportKind): KindMapping | undefined {
  return SOURCES[source].kinds[kind];
}

/** How a column of ours is read. */
export function mapped(column: string | readonly string[] | Mapped): {
  names: readonly string[];
  as: Mapped['as'];
} {
  const plain = typeof column === 'string' || Array.isArray(column);
  const { from, as } = plain ? { from: column as string | readonly string[] } : (column as Mapped);
  return { names: typeof from === 'string' ? [from] : from, as };
}
