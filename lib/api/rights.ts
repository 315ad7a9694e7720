import {
  type Permission,
  permissionsCover,
  type Role,
  roleAllows,
} from '@/lib/contract/permissions';
import type { Scope } from '@/lib/database/connection/scope';

/** Whether the caller's credential has a permission; the caller's role may still forbid it. */
export function hasPermission({ rights }: Scope, name: Permission): boolean {
  return permissionsCover(rights.permissions, name);
}

/**
 * Whether credential and role together allow something in an organization, for what an operation does beside the right
 * that its contract asks for. Nobody but a seller is allowed anything.
 */
export function allows(scope: Scope, name: Permission, organizationId: string): boolean {
  const role = roleIn(scope, organizationId);
  return role !== undefined && roleAllows(role, name) && hasPermission(scope, name);
}

/** The caller's role in an organization; that of its tokens is admin. Undefined where the caller is not in it. */
export function roleIn({ rights }: Scope, organizationId: string): Role | undefined {
  return rights.roles.get(organizationId);
}
