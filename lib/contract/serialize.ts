import type { Metadata } from '@/lib/contract/fields';

/** A time in responses: `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export function timestamp(value: Date): string;
export function timestamp(value: Date | null): string | null;
export function timestamp(value: Date | null): string | null {
  return value === null ? null : value.toISOString();
}

/** Adds fields to a new object, in place: a spread would copy it and give it another hidden class. */
export function withFields<Own extends object, More extends object>(
  own: Own,
  more: More,
): Own & More {
  return Object.assign(own, more);
}

/** Types the value of a JSON column, which was validated when it was written. */
export function jsonColumn<T>(value: unknown): T {
  return value as T;
}

/** A metadata column. */
export function metadata(value: unknown): Metadata {
  return jsonColumn<Metadata>(value);
}
