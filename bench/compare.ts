import { isDeepStrictEqual } from 'node:util';
import type { Case } from '@/bench/cases';
import { headersOf, type Server } from '@/bench/measure';

/** Where two servers answer a case differently, if they do: nothing may differ but what is written anew. */
export async function compare(
  one: Case,
  servers: Readonly<Record<string, Server>>,
): Promise<string | null> {
  const variants = (await one.variants?.(2)) ?? [{}];
  const [product, baseline] = await Promise.all(
    Object.values(servers).map(async ({ url }, nth) => {
      const variant = variants[one.method === 'GET' ? 0 : nth % variants.length] ?? {};
      const answer = await fetch(url + (variant.path ?? one.path), {
        method: one.method,
        headers: headersOf(one, variant),
        ...(variant.body ? { body: JSON.stringify(variant.body) } : {}),
      });
      const document: unknown = await answer.json().catch(() => null);
      return {
        status: answer.status,
        document: one.method === 'GET' ? document : shapeOf(document),
      };
    }),
  );
  if (product?.status === baseline?.status && isDeepStrictEqual(product, baseline)) return null;
  return difference(product, baseline);
}

/** The first place where two documents differ, and what is there. */
function difference(one: unknown, other: unknown, at = ''): string {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null;
  if (!isObject(one) || !isObject(other)) {
    return `${at} is ${JSON.stringify(one)}, for the baseline ${JSON.stringify(other)}`;
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
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return '';
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, shapeOf(inner)]),
  );
}
