import { replaceEqualDeep } from '@tanstack/react-query';

/** The `ETag` of answers that are kept, by the answer itself. */
const versions = new WeakMap<object, string>();

/** Notes the `ETag` of an answer. Weak ones, which a proxy made, match no version, and are left out. */
export function noteVersion(answer: unknown, etag: string | null | undefined): void {
  if (typeof answer !== 'object' || answer === null || !etag || etag.startsWith('W/')) return;
  versions.set(answer, etag);
}

/**
 * The version of an object as an answer held it, for `If-Match`; undefined where it had none, as an item of
 * a list (docs/contract/conventions.md#concurrent-updates).
 */
export function versionOf(answer: unknown): string | undefined {
  return typeof answer === 'object' && answer !== null ? versions.get(answer) : undefined;
}

/** `structuralSharing` of queries that keeps the version of the newer answer. */
export function shareVersioned(kept: unknown, answer: unknown): unknown {
  const shared = replaceEqualDeep(kept, answer);
  noteVersion(shared, versionOf(answer));
  return shared;
}

/** An answer with its version, as the server passes it to the browser. */
interface Versioned {
  answer: unknown;
  version: string | undefined;
}

/** `serializeData` of dehydration. */
export function withVersion(answer: unknown): Versioned {
  return { answer, version: versionOf(answer) };
}

/** `deserializeData` of hydration. */
export function rememberVersion({ answer, version }: Versioned): unknown {
  noteVersion(answer, version);
  return answer;
}
