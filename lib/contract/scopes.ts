import { z } from 'zod';

/** The 40 scopes of the published interface, and `orders:write` (docs/contract/callers.md#scopes). */
export const SCOPES = [
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
  'issues:read',
  'issues:write',
  'customer_portal:read',
  'customer_portal:write',
] as const;

export const ScopeName = z.enum(SCOPES).meta({ id: 'Scope' });
export type ScopeName = z.infer<typeof ScopeName>;

export const ROLES = ['owner', 'admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** What a member may write; he may read everything (docs/contract/callers.md#roles). */
const MEMBER_WRITES: ReadonlySet<ScopeName> = new Set([
  'customers:write',
  'checkouts:write',
  'license_keys:write',
]);

/** Whether a role allows a scope. */
export function roleAllows(role: Role, scope: ScopeName): boolean {
  return (
    role !== 'member' ||
    !(scope.endsWith(':write') || scope === 'admin') ||
    MEMBER_WRITES.has(scope)
  );
}

/** Whether a role allows a call by one of an operation's scopes (docs/contract/callers.md#roles). */
export function roleAllowsCall(
  role: Role,
  {
    scopes = [],
    administrators = false,
  }: { scopes?: readonly ScopeName[]; administrators?: boolean },
): boolean {
  const isAllowed = scopes.length === 0 || scopes.some((scope) => roleAllows(role, scope));
  return isAllowed && !(administrators && role === 'member');
}

/**
 * Whether the granted scopes cover one needed scope; `x:write` includes `x:read`
 * (docs/contract/callers.md#scopes).
 */
export function scopesCover(granted: ReadonlySet<string>, needed: ScopeName): boolean {
  return (
    granted.has(needed) ||
    (needed.endsWith(':read') && granted.has(needed.replace(/:read$/, ':write')))
  );
}
