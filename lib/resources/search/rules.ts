import type { Permission } from '@/lib/contract/permissions';
import type { SearchKind } from '@/lib/resources/search/schema';

/** The permission that a kind is found with. */
export const PERMISSION_OF_KIND: Record<SearchKind, Permission> = {
  customer: 'customers:read',
  product: 'products:read',
  order: 'orders:read',
  subscription: 'subscriptions:read',
  checkout: 'checkouts:read',
  discount: 'discounts:read',
  license_key: 'license_keys:read',
  benefit: 'benefits:read',
};

/** From so many characters on a text is found inside of others (docs/contract/additions.md#search-ranks). */
const MIN_INNER = 3;
export const ID_ENDING = 8;
export const KEY_ENDING = 6;

/** What may have been copied of an id: all of it, or at least its last 8 characters. */
const ENDING_OF_ID = /^[0-9a-f-]{8,36}$/i;
/** Enough to tell an address from other texts. */
const ADDRESS = /^\S+@\S+\.\S+$/;
/** What a display key has in front of the last characters of its key. */
const MASK = /^\*+-/;

/** A text to search for, and what it may stand for. */
export interface Wanted {
  text: string;
  /** The text is too short to be looked for inside of others. */
  isShort: boolean;
  /** The text is an email address, which is looked for inside of others only where no record has it as a whole. */
  isAddress: boolean;
  /** The last characters of an id, or all of it; null where it is none. */
  idEnding: string | null;
  /** The same of a license key. */
  keyEnding: string | null;
}

/** Reads the query; undefined where it is blank. */
export function readQuery(query: string | undefined): Wanted | undefined {
  const text = query?.trim();
  if (!text) return undefined;
  const key = text.replace(MASK, '');
  return {
    text,
    isShort: [...text].length < MIN_INNER,
    isAddress: ADDRESS.test(text),
    idEnding: ENDING_OF_ID.test(text) ? text : null,
    keyEnding: [...key].length >= KEY_ENDING ? key : null,
  };
}
