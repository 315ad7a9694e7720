import type { RefusalKind } from '@/lib/resources/refusals/schema';

/** What a refusal is about, as the request names it: it is looked up when it is written. */
export type RefusedObject =
  | { kind: 'license_key'; key: string }
  | { kind: 'discount'; code: string }
  | { kind: 'checkout' | 'webhook_endpoint'; id: string };

/** A refusal as an answer tells it. */
export interface Refused {
  kind: RefusalKind;
  code: string;
  detail: string;
  object: RefusedObject | null;
}

interface Answered {
  operation: { id: string };
  status: number;
  /** The answer. */
  body: unknown;
  /** What was sent. */
  sent: unknown;
  checkoutId: string | null;
}

const KEY_KINDS: Readonly<Record<string, RefusalKind>> = {
  'customer_portal:license_keys:validate': 'license_validation',
  'customer_portal:license_keys:activate': 'license_activation',
};
const CONFIRM = 'checkouts:custom:client_confirm';
const CHECKOUTS = [CONFIRM, 'checkouts:custom:client_update'];

/** What was refused by an answer; null where that is no refusal (docs/contract/events.md#refusals). */
export function refusedBy({ operation, status, body, sent, checkoutId }: Answered): Refused | null {
  // Limits and faults are no decisions about what was asked for.
  if (status < 400 || status >= 500 || status === 429) return null;
  const answer = (body ?? {}) as { error?: string; code?: string | null; detail?: unknown };
  const given = (sent ?? {}) as { key?: string; discount_code?: string | null };
  const keyKind = KEY_KINDS[operation.id];
  if (keyKind && typeof answer.code === 'string') {
    const isKnown = answer.code !== 'NOT_FOUND' && given.key !== undefined;
    const object = isKnown ? ({ kind: 'license_key', key: given.key ?? '' } as const) : null;
    return { kind: keyKind, code: answer.code, detail: textOf(answer.detail), object };
  }
  if (!CHECKOUTS.includes(operation.id) || checkoutId === null) return null;
  const checkout = { kind: 'checkout', id: checkoutId } as const;
  const code = problemAt(answer.detail, 'discount_code');
  if (code !== null && given.discount_code) {
    const object = { kind: 'discount', code: given.discount_code } as const;
    return { kind: 'discount_code', code: 'DISCOUNT_REFUSED', detail: code, object };
  }
  // What is wrong in a form that is being filled in is no refusal yet.
  if (status === 422 && operation.id !== CONFIRM) return null;
  const name = answer.error ?? 'error';
  const isPayment = name === 'PaymentError';
  return {
    kind: isPayment ? 'payment' : 'checkout',
    code: isPayment ? (answer.code ?? name) : name,
    detail: textOf(answer.detail),
    object: checkout,
  };
}

function problemAt(detail: unknown, field: string): string | null {
  if (!Array.isArray(detail)) return null;
  const found = (detail as { loc?: unknown[]; msg?: string }[]).find(
    ({ loc }) => loc?.at(-1) === field,
  );
  return found?.msg ?? null;
}

function textOf(detail: unknown): string {
  if (!Array.isArray(detail)) return String(detail ?? '').slice(0, 500);
  const problems = detail as { loc: unknown[]; msg: string }[];
  return problems
    .map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`)
    .join(' ')
    .slice(0, 500);
}

const FIXES: Readonly<Record<string, string>> = {
  NOT_FOUND: 'Ask the customer for the key from their receipt or the customer portal.',
  REVOKED: 'Check the order or subscription that the key belongs to: it was refunded or has ended.',
  DISABLED: 'Enable the key again, if it should work.',
  EXPIRED: 'Extend the key, or have the customer renew.',
  ACTIVATION_NOT_SUPPORTED: 'Allow activations on the benefit or the key.',
  ACTIVATION_LIMIT_REACHED: 'Raise the limit, or remove an activation that is no longer used.',
  ACTIVATION_NOT_FOUND: 'Have the app activate the key again: this activation was removed.',
  CONDITIONS_MISMATCH: 'Have the app send the conditions that it activated the key with.',
  BENEFIT_MISMATCH: 'Check the benefit_id that the app sends: the key is of another benefit.',
  CUSTOMER_MISMATCH: 'Check the customer_id that the app sends: the key is of another customer.',
  USAGE_EXCEEDED: 'Raise the usage limit, or reset the usage.',
  DISCOUNT_REFUSED: 'Check the dates, the redemption limit, and the products of the discount.',
};

const FIXES_OF_KIND: Record<RefusalKind, string> = {
  license_validation: 'Check the key and what the app sends.',
  license_activation: 'Check the key and its limits.',
  discount_code: 'Check the discount.',
  payment: 'Have the customer try another card or ask their bank.',
  checkout: 'Open the checkout to see what it still needs, or create a new one.',
  webhook_address: 'Use a public https address that resolves to your server.',
};

/** What the seller can do, in one sentence. */
export function fixOf({ kind, code }: { kind: RefusalKind; code: string }): string {
  return FIXES[code] ?? FIXES_OF_KIND[kind];
}
