import type { Metadata } from '@/lib/api/fields';

/** A moment on the wire: `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export function timestamp(value: Date): string;
export function timestamp(value: Date | null): string | null;
export function timestamp(value: Date | null): string | null {
  return value === null ? null : value.toISOString();
}

/** A JSON column that was written through its schema. */
export function stored<T>(value: unknown): T {
  return value as T;
}

/** A metadata column. */
export function metadata(value: unknown): Metadata {
  return stored<Metadata>(value);
}
