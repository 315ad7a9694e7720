import type { ImportKind, ImportSource } from '@/lib/resources/import-formats/schema';
import { gumroad } from '@/lib/resources/import-formats/sources/gumroad';
import { keygen } from '@/lib/resources/import-formats/sources/keygen';
import { lemonSqueezy } from '@/lib/resources/import-formats/sources/lemon-squeezy';
import { paddle } from '@/lib/resources/import-formats/sources/paddle';
import type {
  KindMapping,
  Mapped,
  SourceTable,
} from '@/lib/resources/import-formats/sources/source';
import { stripe } from '@/lib/resources/import-formats/sources/stripe';
import { custom, tilldesk } from '@/lib/resources/import-formats/sources/tilldesk';

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
