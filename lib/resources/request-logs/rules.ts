import type { AnyContract } from '@/lib/contract/contract';
import { Id } from '@/lib/contract/fields';
import { MASK, masked } from '@/lib/contract/secret';

const MIB = 1024 * 1024;

/**
 * How much is kept between two writes, in lines and in bytes of memory: of one caller, of one organization, of its
 * buyers, of all who are known, and of all who are not.
 */
const BUDGET = {
  caller: { lines: 200, bytes: 4 * MIB },
  buyers: { lines: 300, bytes: 4 * MIB },
  organization: { lines: 500, bytes: 8 * MIB },
  known: { lines: 2000, bytes: 32 * MIB },
  anonymous: { lines: 500, bytes: 4 * MIB },
};

/** Whose line it is: an anonymous caller has no credential, and may name any organization. */
export interface LineOwner {
  caller: string;
  kind: 'seller' | 'buyer' | 'anonymous';
  organizationId: string;
}

interface Use {
  lines: number;
  bytes: number;
}

/**
 * What may be kept until the next write. Each caller has a part of it, and each organization, so that a flood of one
 * does not push out the others; those without a credential have one of their own.
 */
export class LineBudget {
  #uses = new Map<string, Use>();

  /** Takes room for a line of `bytes`; false where there is none. */
  take(owner: LineOwner, bytes: number): boolean {
    const parts = partsOf(owner).map(([key, most]) => {
      const { lines, bytes: used } = this.#uses.get(key) ?? { lines: 0, bytes: 0 };
      return { key, most, use: { lines: lines + 1, bytes: used + bytes } };
    });
    const isFree = parts.every(
      ({ most, use }) => use.lines <= most.lines && use.bytes <= most.bytes,
    );
    if (isFree) for (const { key, use } of parts) this.#uses.set(key, use);
    return isFree;
  }

  /** Everything that was taken is written. */
  clear(): void {
    this.#uses = new Map();
  }
}

function partsOf({ caller, kind, organizationId }: LineOwner): [key: string, most: Use][] {
  const own: [string, Use] = [`caller ${caller}`, BUDGET.caller];
  if (kind === 'anonymous') return [own, [kind, BUDGET.anonymous]];
  const parts: [string, Use][] = [
    own,
    [`organization ${organizationId}`, BUDGET.organization],
    ['known', BUDGET.known],
  ];
  return kind === 'seller' ? parts : [...parts, [`buyers ${organizationId}`, BUDGET.buyers]];
}

/** What a line holds beside its texts and bodies, in bytes of memory. */
const BARE_LINE = 1024;
/** A character of a text takes so many bytes at most. */
const TEXT = 2;
/** A parsed body takes so much more than its JSON. */
const PARSED = 4;

/** How much memory a line takes at most, by its texts and the length of its answer as JSON. */
export function sizeOfLine(texts: readonly (string | null | undefined)[], answer: number): number {
  const characters = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  return BARE_LINE + TEXT * characters + PARSED * answer;
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
