import { tokens as texts } from '@/components/settings/token-texts';
import { PERMISSIONS, type Permission } from '@/lib/contract/permissions';

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
  imports: 'Imports',
  custom_fields: 'Custom fields',
  metrics: 'Metrics',
  webhooks: 'Webhooks',
  external_organizations: 'Connected accounts',
  repositories: 'Repositories',
  organizations: 'Organization',
} as const;

export interface PermissionGroup {
  label: string;
  /** Null where the resource has none. */
  read: Permission | null;
  write: Permission | null;
}

/** The groups of permissions by the labels of their resources. */
export function permissionGroups(labels: Readonly<Record<string, string>>): PermissionGroup[] {
  return Object.entries(labels).map(([resource, label]) => ({
    label,
    read: PERMISSIONS.find((name) => name === `${resource}:read`) ?? null,
    write: PERMISSIONS.find((name) => name === `${resource}:write`) ?? null,
  }));
}

export const PERMISSION_GROUPS: readonly PermissionGroup[] = permissionGroups(RESOURCES);

/** Every permission that only reads. */
export const READING: readonly Permission[] = PERMISSION_GROUPS.flatMap(({ read }) => read ?? []);

/** The scopes once one of them is set or not: `x:write` includes `x:read`, so the two are never both there. */
export function withPermission(
  scopes: readonly Permission[],
  { read, write }: PermissionGroup,
  wanted: 'none' | 'read' | 'write',
): Permission[] {
  const others = scopes.filter((name) => name !== read && name !== write);
  const chosen = wanted === 'none' ? null : wanted === 'read' ? read : write;
  return chosen ? [...others, chosen] : others;
}

/** What scopes allow, in words: each verb with the groups of the form that it concerns, and none for all of them. */
export function accessOf(scopes: readonly Permission[]): [verb: string, groups: string[]][] {
  const has = (name: Permission | null) => name !== null && scopes.includes(name);
  const named = (wanted: 'read' | 'write') =>
    PERMISSION_GROUPS.filter((group) => has(group[wanted])).map(({ label }) => label);
  const readsAll = PERMISSION_GROUPS.every(({ read, write }) => !read || has(read) || has(write));
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
export function shortAccess(scopes: readonly Permission[]): string {
  return accessOf(scopes)
    .map(([verb, [first, second, ...more]]) => {
      const groups = [first, second].filter((group) => group !== undefined).join(', ');
      return [verb, groups, more.length > 0 ? texts.more(more.length) : '']
        .filter(Boolean)
        .join(' ');
    })
    .join(' · ');
}
