import { recordIdOf } from '@/components/shell/record-id';

// The records that were opened last, for the command palette: addresses and titles, no secrets. Kept by the
// browser until sign-out.

export interface Recent {
  path: string;
  title: string;
  /** What the record is: "Orders". */
  section: string;
}

const STORAGE_KEY = 'tilldesk_recent';
const MAX = 6;
/** Notes that the page of a record was opened, or that its title is known by now. */
export function noteRecent(recent: Recent): void {
  if (recordIdOf(recent.path) === null) return;
  const others = readAll().filter(({ path }) => path !== recent.path);
  const own = others.filter(({ path }) => isOf(slugOf(recent.path), path)).slice(0, MAX);
  const rest = others.filter(({ path }) => !isOf(slugOf(recent.path), path)).slice(0, 10 * MAX);
  localStorage.setItem(STORAGE_KEY, JSON.stringify([recent, ...own, ...rest]));
}

/** The records of an organization that were opened last, without the page that is open. */
export function readRecents(slug: string, pathname: string): Recent[] {
  return readAll()
    .filter(({ path }) => isOf(slug, path) && path !== pathname)
    .slice(0, MAX);
}

export function clearRecents(): void {
  localStorage.removeItem(STORAGE_KEY);
}

function slugOf(path: string): string {
  return path.split('/')[2] ?? '';
}

function isOf(slug: string, path: string): boolean {
  return slugOf(path) === slug;
}

function readAll(): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
