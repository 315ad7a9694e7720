import PQueue from 'p-queue';
import { type Bound, type Claim, Places, whileHolding, withoutPlace } from '@/lib/api/places';
import { ApiError } from '@/lib/contract/errors';
import { callerName, type Scope } from '@/lib/database/connection/scope';
import { env } from '@/lib/runtime/env';

/** So many requests of a caller, or of an organization, are worked on at once. */
const MAX_RUNNING = 16;
/** So many of a caller are admitted: those that are worked on, and 256 that wait. */
export const MAX_ADMITTED = MAX_RUNNING + 256;
/** So many exports of a caller, or of an organization, are written at once. */
export const MAX_EXPORTS = 2;

/** Database connections that no single organization or caller can occupy. */
const SPARE_CONNECTIONS = 2;

/** So many calls of this node ask a payment processor at once, and so many more wait. */
const MAX_OUTSIDE = 64;
const MAX_OUTSIDE_QUEUED = 256;

/** What a request says of the organization that it is about, once it is parsed. */
interface Named {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

declare global {
  var tilldeskLoad: { places: Places | undefined; outside: PQueue } | undefined;
}

/** One a process, also where a bundler loads this module twice, as for pages that call operations. */
globalThis.tilldeskLoad ??= {
  places: undefined,
  outside: new PQueue({ concurrency: MAX_OUTSIDE }),
};
const load = globalThis.tilldeskLoad;
const exportsRunning = new Map<string, number>();

/**
 * The one organization that a request is about: the only one of its scope, or the only one of several
 * that it names. Undefined where it may be about several, or about none.
 */
export function organizationOf(
  { organizationIds }: Pick<Scope, 'organizationIds'>,
  named?: Named,
): string | undefined {
  const [only, ...others] = organizationIds;
  if (others.length === 0) return only;
  const { id } = (named?.params ?? {}) as { id?: unknown };
  const fields = [named?.query, named?.body].flatMap(
    (part) => (part as { organization_id?: unknown } | null | undefined)?.organization_id,
  );
  const found = new Set([id, ...fields].filter((value) => organizationIds.includes(String(value))));
  const [first, ...more] = found;
  return more.length === 0 && first !== undefined ? String(first) : undefined;
}

/**
 * Runs a request's work when it is its turn, so that the requests of one seller, or of his buyers, leave
 * database connections and time to all others. Throws 429 where too many wait already, and 503 where the client
 * goes away before the work has begun; work that has begun is finished.
 */
export function runInTurn<T>(
  scope: Scope,
  named: Named,
  abandoned: () => AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  // One connection is left to what takes no place: finding out who calls, accounts, pages.
  load.places ??= new Places(Math.max(1, env().DATABASE_POOL_SIZE - 1));
  return whileHolding(load.places, claimOf(scope, named), abandoned, work);
}

/**
 * Asks a payment processor. The request that asks has no place meanwhile; calls of this kind are bounded by
 * themselves. Never inside a transaction. Throws 503 where too many wait.
 */
export async function askOutside<T>(work: () => Promise<T>): Promise<T> {
  if (load.outside.size >= MAX_OUTSIDE_QUEUED) {
    const detail = 'Too many payments are waiting for the payment processor. Try again later.';
    throw new ApiError('ServiceUnavailable', detail, { headers: { 'Retry-After': '5' } });
  }
  return withoutPlace(() => load.outside.add(work));
}

/**
 * Takes a place among the exports of a caller and of these organizations, and returns what gives it back. Throws
 * 429 where one of them has too many under way.
 */
export function beginExport(
  { caller }: Pick<Scope, 'caller'>,
  organizationIds: readonly string[],
): () => void {
  const counted = [...(caller.kind === 'user' ? [callerName(caller)] : []), ...organizationIds];
  if (counted.some((id) => (exportsRunning.get(id) ?? 0) >= MAX_EXPORTS)) {
    throw tooMany(`${MAX_EXPORTS} exports are running already. Wait for one to end.`, 5);
  }
  for (const id of counted) exportsRunning.set(id, (exportsRunning.get(id) ?? 0) + 1);
  let isRunning = true;
  return () => {
    if (!isRunning) return;
    isRunning = false;
    for (const id of counted) {
      const left = (exportsRunning.get(id) ?? 0) - 1;
      if (left > 0) exportsRunning.set(id, left);
      else exportsRunning.delete(id);
    }
  };
}

/** How many requests a caller, or an organization, has in work at once. */
export function maxRunning(): number {
  return Math.max(1, Math.min(MAX_RUNNING, env().DATABASE_POOL_SIZE - SPARE_CONNECTIONS));
}

/**
 * What a request takes. A seller's counts for himself and for the organization that it is about. What anybody can
 * send counts for the buyers of that organization too, who have at most half of its places and wait in a line of
 * their own.
 */
function claimOf(scope: Scope, named: Named): Claim {
  const { caller } = scope;
  const own = callerName(caller);
  const organization = organizationOf(scope, named);
  switch (caller.kind) {
    case 'checkout':
    case 'customer': {
      const seller = organization ?? own;
      return { bounds: [bound(own, 'buyer'), ...ofBuyers(seller)], line: `buyers:${seller}` };
    }
    case 'public': {
      if (organization) {
        return { bounds: ofBuyers(organization), line: `buyers:${organization}` };
      }
      // What it names may not exist, so all of these wait in one line.
      const seller = publicOrganization(named);
      return {
        bounds: [bound('public', 'organization'), ...(seller ? ofBuyers(seller) : [])],
        line: 'public',
      };
    }
    default:
      return organization
        ? {
            bounds: [bound(own, 'caller'), bound(organization, 'organization')],
            line: `${own} ${organization}`,
          }
        : { bounds: [bound(own, 'caller')], line: own };
  }
}

function ofBuyers(organizationId: string): Bound[] {
  return [bound(`buyers:${organizationId}`, 'buyers'), bound(organizationId, 'organization')];
}

/**
 * What there is of an organization's places, and how many of its requests are admitted: its buyers have half of
 * both, and a single buyer a quarter of the places.
 */
const PARTS = {
  organization: { places: 1, most: 2 * MAX_ADMITTED },
  caller: { places: 1, most: MAX_ADMITTED },
  buyers: { places: 1 / 2, most: MAX_ADMITTED },
  buyer: { places: 1 / 4, most: MAX_ADMITTED },
};

function bound(key: string, part: keyof typeof PARTS): Bound {
  const { places, most } = PARTS[part];
  return { key, places: Math.max(1, Math.floor(maxRunning() * places)), most };
}

function publicOrganization({ body }: Named): string | undefined {
  return (body as { organization_id?: string } | null | undefined)?.organization_id;
}

function tooMany(detail: string, seconds: number): ApiError {
  return new ApiError('TooManyRequests', detail, { headers: { 'Retry-After': String(seconds) } });
}
