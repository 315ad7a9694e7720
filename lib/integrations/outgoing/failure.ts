import { ApiError } from '@/lib/contract/errors';

/**
 * Why an outside system did not do what it was asked: `limited` takes it later; `unauthorized` no longer takes the
 * credentials; `refused` lacks a right; `missing` does not have it; `invalid` does not accept it; `unavailable` gave no
 * answer of use.
 */
export type FailureKind =
  | 'limited'
  | 'unauthorized'
  | 'refused'
  | 'missing'
  | 'invalid'
  | 'unavailable';

/** What an outside system answered instead of doing what it was asked. */
export class OutsideFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** Milliseconds after which a limit has passed. */
    readonly retryAfterMs = 0,
  ) {
    super(message);
    this.name = 'OutsideFailure';
  }
}

/** Runs a call; undefined where the outside system does not have what it names. */
export async function orMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof OutsideFailure && error.kind === 'missing') return undefined;
    throw error;
  }
}

/** The least that a caller waits before another try, in milliseconds. */
const LEAST_WAIT_MS = 5000;

/** 503 for a failure that passes by itself, with the time of a limit. */
export function tryLater(
  { message, retryAfterMs }: OutsideFailure,
  detail = `${message} Try again in a minute.`,
): ApiError {
  const seconds = Math.ceil(Math.max(retryAfterMs, LEAST_WAIT_MS) / 1000);
  return new ApiError('ServiceUnavailable', detail, {
    headers: { 'Retry-After': String(seconds) },
  });
}
