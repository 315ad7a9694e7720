import { tokens as texts } from '@/components/settings/texts';
import { SCOPES, type ScopeName } from '@/lib/contract/scopes';

/** What a token may be allowed to read or write, in the order of the form. */
const RESOURCES = {
  products: 'Products',
  benefits: 'Benefits',
  discounts: 'Discounts',
  checkouts: 'Checkouts',
  checkout_links: 'Checkout links',
  orders: 'Orders, refunds',
  subscriptions: 'Subscriptions',
  customers: 'Customers',
  customer_sessions: 'Customer portal',
  license_keys: 'License keys',
  files: 'Files',
  custom_fields: 'Custom fields',
  metrics: 'Metrics',
  organizations: 'Organization',
} as const;

export interface ScopeGroup {
  label: string;
  /** Null where the resource has no such scope. */
  read: ScopeName | null;
  write: ScopeName | null;
}

export const SCOPE_GROUPS: readonly ScopeGroup[] = Object.entries(RESOURCES).map(
  ([resource, label]) => ({
    label,
    read: SCOPES.find((scope) => scope === `${resource}:read`) ?? null,
    write: SCOPES.find((scope) => scope === `${resource}:write`) ?? null,
  }),
);

/** Every scope that only reads. */
export const READING: readonly ScopeName[] = SCOPE_GROUPS.flatMap(({ read }) => read ?? []);

/** The scopes once one of them is set or not: `x:write` includes `x:read`, so the two are never both there. */
export function withScope(
  scopes: readonly ScopeName[],
  { read, write }: ScopeGroup,
  wanted: 'none' | 'read' | 'write',
): ScopeName[] {
  const others = scopes.filter((scope) => scope !== read && scope !== write);
  const chosen = wanted === 'none' ? null : wanted === 'read' ? read : write;
  return chosen ? [...others, chosen] : others;
}

/** What scopes allow, in words: each verb with the groups of the form that it concerns, and none for all of them. */
export function accessOf(scopes: readonly ScopeName[]): [verb: string, groups: string[]][] {
  const has = (scope: ScopeName | null) => scope !== null && scopes.includes(scope);
  const named = (wanted: 'read' | 'write') =>
    SCOPE_GROUPS.filter((group) => has(group[wanted])).map(({ label }) => label);
  const readsAll = SCOPE_GROUPS.every(({ read, write }) => !read || has(read) || has(write));
  const writes = named('write');
  const reads = readsAll ? [] : named('read');
  return [
    ...(writes.length > 0 ? [[texts.writes, writes] as [string, string[]]] : []),
    ...(readsAll || reads.length > 0
      ? [[readsAll ? texts.readsAll : texts.reads, reads] as [string, string[]]]
      : []),
    ...(scopes.includes('admin') ? [[texts.manages, []] as [string, string[]]] : []),
  ];
}

/** The same in a line: of each verb the first two groups, and how many more there are. */
export function shortAccess(scopes: readonly ScopeName[]): string {
  return accessOf(scopes)
    .map(([verb, [first, second, ...more]]) => {
      const groups = [first, second].filter((group) => group !== undefined).join(', ');
      return [verb, groups, more.length > 0 ? texts.more(more.length) : '']
        .filter(Boolean)
        .join(' ');
    })
    .join(' · ');
}
