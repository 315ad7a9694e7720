import type { AnyContract } from '@/lib/contract/contract';
import { Id } from '@/lib/contract/fields';
import { MASK, masked } from '@/lib/contract/secret';

/** How much is kept between two writes: of one caller, of one organization, and of all, in lines and in bytes. */
const BUDGET = {
  caller: { lines: 200, bytes: 2 * 1024 * 1024 },
  organization: { lines: 500, bytes: 4 * 1024 * 1024 },
  all: { lines: 2000, bytes: 16 * 1024 * 1024 },
};

interface Use {
  lines: number;
  bytes: number;
}

/**
 * What may be kept until the next write. Each caller has a part of it, and each organization, so that a flood of one
 * does not push out the others.
 */
export class LineBudget {
  #uses = new Map<string, Use>();

  /** Takes room for a line of `bytes`; false where there is none. */
  take(caller: string, organizationId: string, bytes: number): boolean {
    const parts = [
      [`caller ${caller}`, BUDGET.caller],
      [`organization ${organizationId}`, BUDGET.organization],
      ['all', BUDGET.all],
    ] as const;
    const uses = parts.map(([key]) => this.#uses.get(key) ?? { lines: 0, bytes: 0 });
    const isFree = parts.every(([, most], place) => {
      const use = uses[place] ?? { lines: 0, bytes: 0 };
      return use.lines < most.lines && use.bytes + bytes <= most.bytes;
    });
    if (!isFree) return false;
    for (const [place, [key]] of parts.entries()) {
      const use = uses[place] ?? { lines: 0, bytes: 0 };
      this.#uses.set(key, { lines: use.lines + 1, bytes: use.bytes + bytes });
    }
    return true;
  }

  /** Everything that was taken is written. */
  clear(): void {
    this.#uses = new Map();
  }
}

/** Longer paths are cut. */
const MAX_PATH = 2000;

/**
 * The path of a request with the parameters that its operation knows, secret ones masked
 * (docs/contract/events.md#request-log).
 */
export function shownPath(
  { path, params: schema, query }: Pick<AnyContract, 'path' | 'params' | 'query'>,
  params: Readonly<Record<string, string>>,
  search: URLSearchParams,
): string {
  const known = (schema ? masked(schema, params) : {}) as Record<string, string>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => shownValue(known[name] ?? MASK));
  const given: [string, string][] = [...search].flatMap(([name, value]) => {
    const field = query?.shape[name];
    if (!field) return [];
    const shown = masked(field, value);
    return [[name, typeof shown === 'string' ? shown : MASK]];
  });
  const text = given.map(([name, value]) => `${name}=${shownValue(value)}`).join('&');
  return `${filled}${text === '' ? '' : `?${text}`}`.slice(0, MAX_PATH);
}

function shownValue(value: string): string {
  return value === MASK ? MASK : encodeURIComponent(value.toWellFormed());
}

/** The ids of what a request names: by its path, and by the fields of its body and of its answer. */
export function namedObjects(
  params: Readonly<Record<string, string>>,
  ...bodies: readonly unknown[]
): string[] {
  const ids = new Set(Object.values(params));
  for (const body of bodies) {
    if (typeof body !== 'object' || body === null) continue;
    for (const [name, value] of Object.entries(body)) {
      if (name !== 'organization_id' && /(?:^|_)id$/.test(name)) ids.add(String(value));
    }
  }
  return [...ids].flatMap((id) => Id.safeParse(id).data ?? []);
}

/** The organization that an answered object belongs to, where the answer says it. */
export function organizationOfAnswer(body: unknown): string | null {
  const { organization_id, customer, license_key } = (body ?? {}) as Record<string, unknown>;
  const named = [organization_id, ...[customer, license_key].map(ownerOf)];
  const found = named.find((id) => typeof id === 'string');
  return typeof found === 'string' ? found : null;
}

function ownerOf(value: unknown): unknown {
  return (value as { organization_id?: unknown } | null | undefined)?.organization_id;
}
