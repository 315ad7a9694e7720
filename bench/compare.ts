import { isDeepStrictEqual } from 'node:util';
import type { Case } from '@/bench/cases';
import { headersOf, type Server } from '@/bench/measure';

/** Where two servers answer a case differently, if they do: nothing may differ but what is written anew. */
export async function compare(
  one: Case,
  servers: Readonly<Record<string, Server>>,
): Promise<string | null> {
  const shots = (await one.shots?.(2)) ?? [{}];
  const [product, yardstick] = await Promise.all(
    Object.values(servers).map(async ({ url }, nth) => {
      const shot = shots[one.method === 'GET' ? 0 : nth % shots.length] ?? {};
      const answer = await fetch(url + (shot.path ?? one.path), {
        method: one.method,
        headers: headersOf(one, shot),
        ...(shot.body ? { body: JSON.stringify(shot.body) } : {}),
      });
      const document: unknown = await answer.json().catch(() => null);
      return {
        status: answer.status,
        document: one.method === 'GET' ? document : formOf(document),
      };
    }),
  );
  if (product?.status === yardstick?.status && isDeepStrictEqual(product, yardstick)) return null;
  return difference(product, yardstick);
}

/** The first place where two documents differ, and what is there. */
function difference(one: unknown, other: unknown, at = ''): string {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null;
  if (!isObject(one) || !isObject(other)) {
    return `${at} is ${JSON.stringify(one)}, for the yardstick ${JSON.stringify(other)}`;
  }
  const [a, b] = [one, other] as Record<string, unknown>[];
  for (const name of new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])) {
    if (!isDeepStrictEqual(a?.[name], b?.[name])) {
      return difference(a?.[name], b?.[name], `${at}/${name}`);
    }
  }
  return 'in kind';
}

/** A document without its values, and no matter what is null. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(formOf);
  if (typeof value !== 'object' || value === null) return '';
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, formOf(inner)]),
  );
}
