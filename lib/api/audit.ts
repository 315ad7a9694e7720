import type { AnyContract } from '@/lib/contract/contract';
import type { Scope } from '@/lib/database/connection/scope';

/** A request that may change something. */
export interface AuditedRequest {
  operation: AnyContract;
  params: Readonly<Record<string, string>>;
  body: unknown;
}

/** A request that has changed something, with its object before and what was answered. */
export interface AuditedChange extends AuditedRequest {
  before: unknown;
  answer: unknown;
}

/** An export, before its rows are sent, or at its end. */
export interface AuditedExport {
  operation: AnyContract;
  organizationIds: readonly string[];
  /** At its end how many rows of each organization were sent, under null those that do not name theirs; null before. */
  rows: ReadonlyMap<string | null, number> | null;
}

/** What keeps the audit log. The seam is `RequestContext`, through which every command of a request writes. */
export interface Audit {
  /**
   * The object of a change before it, in its transaction, which nobody else changes until that has ended; null where
   * nothing is kept of it.
   */
  before(scope: Scope, request: AuditedRequest): Promise<unknown>;
  /** Keeps a change, in its transaction; returns the organization that it is of. */
  record(scope: Scope, change: AuditedChange): Promise<string | null>;
  /** Keeps an export, before it goes on. */
  exported(scope: Scope, part: AuditedExport): Promise<void>;
}
