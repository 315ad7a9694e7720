import { PERMISSION_GROUPS, permissionGroups } from '@/components/settings/token-scopes';
import type { Permission } from '@/lib/contract/permissions';

/** What apps may be allowed beside what tokens are made for. */
const GROUPS = [
  ...PERMISSION_GROUPS,
  ...permissionGroups({
    external_organizations: 'Connected accounts',
    repositories: 'Repositories',
    issues: 'Issues',
    customer_portal: 'Customers’ own pages',
  }),
];

/** What an app learns of the person or the organization itself. */
const IDENTITY: readonly [label: string, scopes: readonly Permission[]][] = [
  ['Account ID', ['openid', 'user:read']],
  ['Name', ['profile']],
  ['Email address', ['email']],
];

/** What scopes let an app do, in words; each scope is in one of them. */
export interface AppAccess {
  knows: string[];
  reads: string[];
  /** It reads these as well. */
  changes: string[];
}

export function accessOfApp(scopes: readonly Permission[]): AppAccess {
  const has = (name: Permission | null) => name !== null && scopes.includes(name);
  const labels = (groups: typeof GROUPS) => groups.map(({ label }) => label);
  return {
    knows: IDENTITY.flatMap(([label, names]) => (names.some(has) ? [label] : [])),
    reads: labels(GROUPS.filter(({ read, write }) => has(read) && !has(write))),
    changes: labels(GROUPS.filter(({ write }) => has(write))),
  };
}
