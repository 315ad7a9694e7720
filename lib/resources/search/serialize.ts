import { printMoney } from '@/lib/contract/money';
import { displayKey } from '@/lib/resources/license-keys/rules';
import type { Hit, ShownColumns } from '@/lib/resources/search/repository';
import type { SearchItem, SearchKind } from '@/lib/resources/search/schema';

/** The title, and what the subtitle is made of. */
type Lines = [title: string, ...(string | null)[]];

const LINES: { [Kind in SearchKind]: (shown: ShownColumns[Kind]) => Lines } = {
  customer: ({ name, email }) => (name ? [name, email] : [email]),
  product: ({ name, isRecurring, isArchived }) => [
    name,
    isRecurring ? 'Subscription' : 'One-time purchase',
    isArchived ? 'Archived' : null,
  ],
  order: ({ product, name, email, amount, currency, invoiceNumber }) => [
    product,
    name || email,
    printMoney(amount, currency),
    invoiceNumber,
  ],
  subscription: ({ product, name, email, status }) => [product, name || email, inWords(status)],
  checkout: ({ product, name, email, status }) => [product, name || email, inWords(status)],
  discount: ({ name, code }) => [name, code],
  license_key: ({ key, name, email }) => [displayKey(key), name || email],
  benefit: ({ description, type }) => [description, inWords(type)],
};

/** A hit as a palette shows it (docs/contract/additions.md#search-items). */
export function serializeHit<Kind extends SearchKind>(
  kind: Kind,
  { id, matched, shown }: Hit<Kind>,
): SearchItem {
  const [title, ...details] = LINES[kind](shown);
  return { kind, id, title, subtitle: details.filter(Boolean).join(' · ') || null, matched };
}

/** `past_due` as "Past due". */
function inWords(value: string): string {
  return value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ');
}
