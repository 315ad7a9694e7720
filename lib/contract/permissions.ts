import { z } from 'zod';

/**
 * What a credential may be allowed to do: the published `scopes` of a token or an operation. The 40 of the published
 * interface, `orders:write` and `imports:*` (docs/contract/callers.md#scopes).
 */
export const PERMISSIONS = [
  'openid',
  'profile',
  'email',
  'user:read',
  'admin',
  'web_default',
  'organizations:read',
  'organizations:write',
  'custom_fields:read',
  'custom_fields:write',
  'discounts:read',
  'discounts:write',
  'checkout_links:read',
  'checkout_links:write',
  'checkouts:read',
  'checkouts:write',
  'products:read',
  'products:write',
  'benefits:read',
  'benefits:write',
  'files:read',
  'files:write',
  'subscriptions:read',
  'subscriptions:write',
  'customers:read',
  'customers:write',
  'customer_sessions:write',
  'orders:read',
  'orders:write',
  'metrics:read',
  'webhooks:read',
  'webhooks:write',
  'external_organizations:read',
  'license_keys:read',
  'license_keys:write',
  'repositories:read',
  'repositories:write',
  'imports:read',
  'imports:write',
  'issues:read',
  'issues:write',
  'customer_portal:read',
  'customer_portal:write',
] as const;

export const Permission = z.enum(PERMISSIONS).meta({ id: 'Scope' });
export type Permission = z.infer<typeof Permission>;

export const ROLES = ['owner', 'admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** What a member may write; he may read everything (docs/contract/callers.md#roles). */
const MEMBER_WRITES: ReadonlySet<Permission> = new Set([
  'customers:write',
  'checkouts:write',
  'license_keys:write',
]);

/** Whether a role allows something. */
export function roleAllows(role: Role, permission: Permission): boolean {
  return (
    role !== 'member' ||
    !(permission.endsWith(':write') || permission === 'admin') ||
    MEMBER_WRITES.has(permission)
  );
}

/** The first of some permissions that the granted ones do not cover; undefined where they cover all. */
export function uncovered(
  granted: readonly string[],
  wanted: readonly Permission[],
): Permission | undefined {
  const set = new Set(granted);
  return wanted.find((name) => !permissionsCover(set, name));
}

/** Whether a role may let an app, or a token, act for the organization (docs/contract/oauth.md#grants). */
export function mayGrantOrganization(role: Role | null | undefined): boolean {
  return role === 'owner' || role === 'admin';
}

/** Whether a role allows a call by one of an operation's permissions (docs/contract/callers.md#roles). */
export function roleAllowsCall(
  role: Role,
  {
    permissions = [],
    administrators = false,
  }: { permissions?: readonly Permission[]; administrators?: boolean },
): boolean {
  const isAllowed =
    permissions.length === 0 || permissions.some((permission) => roleAllows(role, permission));
  return isAllowed && !(administrators && role === 'member');
}

/**
 * Whether the granted permissions cover a needed one; `x:write` includes `x:read`
 * (docs/contract/callers.md#scopes).
 */
export function permissionsCover(granted: ReadonlySet<string>, needed: Permission): boolean {
  return (
    granted.has(needed) ||
    (needed.endsWith(':read') && granted.has(needed.replace(/:read$/, ':write')))
  );
}
