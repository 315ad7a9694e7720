import { PALETTE } from '@/components/shell/texts';
import { showToast } from '@/components/ui/toast';

/** Of an organization: `/dashboard/{slug}/{section}/{id}`. */
const RECORD = /^\/dashboard\/[^/]+\/[^/]+\/[0-9a-f-]{36}$/;

/** The id of the record that a page shows; null for every other page. */
export function recordIdOf(pathname: string): string | null {
  return RECORD.test(pathname) ? pathname.slice(-36) : null;
}

export async function copyRecordId(id: string): Promise<void> {
  await navigator.clipboard.writeText(id);
  showToast(PALETTE.copiedId);
}
