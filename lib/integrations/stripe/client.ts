import Stripe from 'stripe';
import { outgoingFetch } from '@/lib/integrations/outgoing/fetch';
import type { Pace } from '@/lib/integrations/stripe/pace';
import { env } from '@/lib/runtime/env';

// Stripe's library without what it does by itself: it repeats no call, says nothing on the console, and sends its requests
// through the product's own limits.

/** For one call; what is asked about in a request has its answer within 10 seconds in all. */
const TIMEOUT_MS = 8000;
const MAX_BYTES = 8 * 1024 * 1024;

/** The mode that a key is of: `sk_test_…`, `rk_live_…`, `pk_test_…`. */
export type StripeMode = 'test' | 'live';

/**
 * Stripe with a key. Calls that write are given an idempotency key by who makes them. `pace` has each call wait for its turn.
 */
export function stripeClient(key: string, pace?: Pace): Stripe {
  const base = env().STRIPE_API_BASE;
  const send = outgoingFetch({
    // A double of the tests is on this computer; Stripe itself is where it is.
    rule: base === undefined ? 'public' : 'public_or_loopback',
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  const quiet = async (...request: Parameters<typeof send>) => {
    const [url, init] = request;
    await pace?.(init?.method ?? 'GET', String(url));
    const answer = await send(...request);
    // The library prints it.
    answer.headers.delete('stripe-notice');
    return answer;
  };
  return new Stripe(key, {
    ...(base !== undefined && placeOf(new URL(base))),
    httpClient: Stripe.createFetchHttpClient(quiet as typeof fetch),
    maxNetworkRetries: 0,
    timeout: TIMEOUT_MS,
    telemetry: false,
  });
}

function placeOf({ protocol, hostname, port }: URL) {
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
  };
}

/** The version of Stripe that everything here is written for, which its script and its webhooks have as well. */
export const STRIPE_VERSION = Stripe.API_VERSION;

/** Stripe's script for pages, of the release that {@link STRIPE_VERSION} names after its date. */
export function stripeScript(): string {
  const [, release] = STRIPE_VERSION.split('.');
  return env().STRIPE_JS_URL ?? `https://js.stripe.com/${release}/stripe.js`;
}

/**
 * What a page that takes payments may load beside the product's own, by the directive of its content security policy: Stripe
 * and Link (docs/contract/payments.md#payment-form).
 */
export function stripeSources() {
  const { STRIPE_JS_URL } = env();
  // The double of the tests stands in for all of them.
  const double = STRIPE_JS_URL === undefined ? [] : [new URL(STRIPE_JS_URL).origin];
  const link = ['https://link.com', 'https://*.link.com'];
  const scripts = [...double, 'https://js.stripe.com', 'https://*.js.stripe.com'];
  return {
    'script-src': scripts,
    'frame-src': [...scripts, 'https://hooks.stripe.com', ...link],
    'connect-src': [...double, 'https://api.stripe.com', ...link],
    'img-src': ['https://*.stripe.com', ...link],
  };
}

/** The same for its other headers: wallets ask for the payment, and banks open windows. */
export const STRIPE_HEADERS = {
  'Permissions-Policy':
    'camera=(), geolocation=(), microphone=(), payment=(self "https://js.stripe.com"), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
};

/** The mode of a key, by its beginning; null for what is no key. */
export function modeOf(key: string): StripeMode | null {
  const [, mode] = /^(?:sk|rk|pk)_(test|live)_/.exec(key) ?? [];
  return mode === 'test' || mode === 'live' ? mode : null;
}
