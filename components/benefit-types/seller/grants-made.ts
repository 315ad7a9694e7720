import { pluralize } from '@/components/ui/money';

/** `3 grants`, as the subject of what an edit does to them; null while their number is not known. */
export function grantsMade(count: number | null): string {
  return count === null ? 'Grants already made' : pluralize(count, 'grant');
}
