import Stripe from 'stripe';
import { type FailureKind, OutsideFailure } from '@/lib/integrations/outgoing/failure';

/** How long to wait where Stripe limits calls: it says of no time. */
const LIMIT_MS = 1000;

/** By the status of the answer: bodies of a missing permission say something else. */
const KINDS: Readonly<Record<number, FailureKind>> = {
  400: 'invalid',
  401: 'unauthorized',
  402: 'invalid',
  403: 'refused',
  404: 'missing',
  429: 'limited',
};

/** What a call of Stripe's library threw, as every outside system's failure. What is none of Stripe's is thrown. */
export function failureOf(error: unknown): OutsideFailure {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { statusCode, message } = error;
  const kind = statusCode === undefined ? undefined : KINDS[statusCode];
  if (kind === undefined) {
    const what = statusCode === undefined ? 'could not be reached' : `answered ${statusCode}`;
    return new OutsideFailure('unavailable', `Stripe ${what}.`);
  }
  return new OutsideFailure(kind, message, kind === 'limited' ? LIMIT_MS : 0);
}

/** The result of a call. Rejects with an `OutsideFailure`. */
export async function asked<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw failureOf(error);
  }
}
