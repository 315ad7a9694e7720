import { PERMISSION_GROUPS, permissionGroups } from '@/components/settings/token-scopes';
import type { Permission } from '@/lib/contract/permissions';
import type { SubType } from '@/lib/resources/oauth-grants/schema';

/** What apps may be allowed beside what tokens are made for. */
const GROUPS = [
  ...PERMISSION_GROUPS,
  ...permissionGroups({
    issues: 'Issues',
    customer_portal: 'Customers’ own pages',
  }),
];

/** What an app learns of whom it acts for: the ID in any case, of an organization no address. */
const IDENTITY: Record<SubType, readonly [label: string, scope: Permission | null][]> = {
  user: [
    ['Account ID', null],
    ['Name', 'profile'],
    ['Email address', 'email'],
  ],
  organization: [
    ['ID', null],
    ['Name', 'profile'],
  ],
};

/** Between what is named: some of it has a comma. */
export const BETWEEN = ' · ';

/** What scopes let an app do, in words; each scope is in one of them. */
export interface AppAccess {
  knows: string[];
  reads: string[];
  /** It reads these as well. */
  changes: string[];
}

export function accessOfApp(scopes: readonly Permission[], subType: SubType = 'user'): AppAccess {
  const has = (name: Permission | null) => name !== null && scopes.includes(name);
  const labels = (groups: typeof GROUPS) => groups.map(({ label }) => label);
  return {
    knows: IDENTITY[subType].flatMap(([label, scope]) =>
      scope === null || has(scope) ? [label] : [],
    ),
    reads: labels(GROUPS.filter(({ read, write }) => has(read) && !has(write))),
    changes: labels(GROUPS.filter(({ write }) => has(write))),
  };
}
