import { Id } from '@/lib/contract/fields';
import type { Permission } from '@/lib/contract/permissions';
import type { RefusalKind } from '@/lib/resources/refusals/schema';

/** What a refusal is about, as the request names it: it is looked up when it is written. */
export type RefusedObject =
  | { kind: 'license_key'; key: string }
  | { kind: 'discount'; code: string }
  | { kind: 'product'; priceId: string }
  | {
      kind:
        | 'checkout'
        | 'checkout_link'
        | 'discount'
        | 'product'
        | 'subscription'
        | 'webhook_endpoint';
      id: string;
    };

/** A refusal as an answer tells it. */
export interface Refused {
  kind: RefusalKind;
  code: string;
  detail: string;
  object: RefusedObject | null;
}

interface Answered {
  operation: { id: string };
  /** Of the path. */
  params: Readonly<Record<string, string>>;
  status: number;
  /** The answer. */
  body: unknown;
  /** What was sent. */
  sent: unknown;
  /** The one that the caller has. */
  checkoutId: string | null;
}

/** What an answer of an error has. */
interface ErrorAnswer {
  error?: string;
  code?: string | null;
  detail?: unknown;
}

/** Errors about the request itself and who sends it, which decide nothing about what it asks for. */
const OF_REQUESTS: readonly (string | undefined)[] = [
  'IdempotencyInFlight',
  'PayloadTooLarge',
  'PreconditionFailed',
  'UnsupportedMediaType',
  'Unauthorized',
  'insufficient_scope',
  'invalid_token',
];

const KEY_KINDS: Readonly<Record<string, RefusalKind>> = {
  'customer_portal:license_keys:validate': 'license_validation',
  'customer_portal:license_keys:activate': 'license_activation',
};
const CONFIRM = 'checkouts:custom:client_confirm';
const FILLING_IN = 'checkouts:custom:client_update';
const SELLERS_UPDATE = 'checkouts:custom:update';
const CREATIONS = ['checkouts:create', 'checkouts:custom:create'];
const CHECKOUTS = [CONFIRM, FILLING_IN, SELLERS_UPDATE, ...CREATIONS];
/** The fields by which a checkout is given a discount. */
const DISCOUNT_FIELDS = ['discount_code', 'discount_id'] as const;

/** What was refused by an answer; null where that is no refusal (docs/contract/events.md#refusals). */
export function refusedBy(answered: Answered): Refused | null {
  const { operation, status, sent } = answered;
  // Limits and faults are no decisions about what was asked for.
  if (status < 400 || status >= 500 || status === 429) return null;
  const answer = (answered.body ?? {}) as ErrorAnswer;
  if (OF_REQUESTS.includes(answer.error)) return null;
  const keyKind = KEY_KINDS[operation.id];
  if (keyKind) return refusedKey(keyKind, answer, sent as { key?: string } | undefined);
  if (CHECKOUTS.includes(operation.id)) return refusedCheckout(answered, answer);
  // Elsewhere a payment is that of a subscription: a change that costs something, a retry, another method.
  const { id } = answered.params;
  if (answer.error !== 'PaymentError' || id === undefined) return null;
  return { ...refusedPayment(answer), object: { kind: 'subscription', id } };
}

function refusedKey(
  kind: RefusalKind,
  { code, detail }: ErrorAnswer,
  given: { key?: string } = {},
): Refused | null {
  if (typeof code !== 'string') return null;
  const isKnown = code !== 'NOT_FOUND' && given.key !== undefined;
  const object = isKnown ? ({ kind: 'license_key', key: given.key ?? '' } as const) : null;
  return { kind, code, detail: textOf(detail), object };
}

function refusedCheckout({ operation, params, status, ...asked }: Answered, answer: ErrorAnswer) {
  const sent = (asked.sent ?? {}) as Readonly<Record<string, string | null | undefined>>;
  const id = operation.id === SELLERS_UPDATE ? params.id : asked.checkoutId;
  const isNew = CREATIONS.includes(operation.id);
  if (!isNew && !id) return null;
  for (const field of DISCOUNT_FIELDS) {
    const problem = problemAt(answer.detail, field);
    if (problem !== null && sent[field]) {
      return refusedDiscount({ [field]: sent[field] }, problem);
    }
  }
  // What is wrong in a form that is being filled in is no refusal yet, and an unknown id names no checkout.
  if (status === 404 || (status === 422 && operation.id === FILLING_IN)) return null;
  const object = id ? ({ kind: 'checkout', id } as const) : productIn(sent);
  if (answer.error === 'PaymentError') return { ...refusedPayment(answer), object };
  const { error: code = 'error', detail } = answer;
  return { kind: 'checkout' as const, code, detail: textOf(detail), object };
}

/** A discount that a checkout was not given, with the first problem. */
export function refusedDiscount(
  { discount_code: code, discount_id: id }: { discount_code?: string; discount_id?: string },
  detail: string,
): Refused {
  const object = code ? ({ kind: 'discount', code } as const) : null;
  const named = id ? ({ kind: 'discount', id } as const) : null;
  return { kind: 'discount_code', code: 'DISCOUNT_REFUSED', detail, object: object ?? named };
}

function refusedPayment({ error = 'error', code, detail }: ErrorAnswer) {
  return { kind: 'payment' as const, code: code ?? error, detail: textOf(detail) };
}

/** The product that a new checkout would have sold. */
function productIn(sent: Readonly<Record<string, unknown>>): RefusedObject | null {
  const [id, priceId] = [sent.product_id, sent.product_price_id].map(
    (value) => Id.safeParse(value).data,
  );
  if (id !== undefined) return { kind: 'product', id };
  return priceId === undefined ? null : { kind: 'product', priceId };
}

/** What is wrong at a field of what was sent; null where nothing is. */
export function problemAt(detail: unknown, field: string): string | null {
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

/** By what it is about, where that says more than the kind. */
const FIXES_OF_OBJECT: Readonly<Record<string, string>> = {
  'checkout checkout_link': 'Choose a product and a price for the link that are for sale.',
  'payment subscription': 'Have the customer add another payment method in the customer portal.',
};
const FIX_OF_CREATION =
  'Check what your program sends, and that the product and its price are for sale.';

/** What the seller can do, in one sentence. */
export function fixOf({
  kind,
  code,
  operation,
  objectKind,
}: {
  kind: RefusalKind;
  code: string;
  operation: string;
  objectKind: string | null;
}): string {
  const fix = FIXES[code] ?? FIXES_OF_OBJECT[`${kind} ${objectKind}`];
  if (fix !== undefined) return fix;
  return kind === 'checkout' && CREATIONS.includes(operation)
    ? FIX_OF_CREATION
    : FIXES_OF_KIND[kind];
}

/** What a caller needs to see the refusals of a kind (docs/contract/events.md#refusals). */
export const PERMISSION_OF_KIND: Readonly<Record<RefusalKind, Permission>> = {
  license_validation: 'license_keys:read',
  license_activation: 'license_keys:read',
  discount_code: 'discounts:read',
  payment: 'checkouts:read',
  checkout: 'checkouts:read',
  webhook_address: 'webhooks:read',
};

/** What he needs instead for a payment that is no checkout's. */
export const PERMISSION_OF_SUBSCRIPTION: Permission = 'subscriptions:read';

/** The permissions of which one is needed to see any refusal. */
export const READING_PERMISSIONS: readonly Permission[] = [
  ...new Set([...Object.values(PERMISSION_OF_KIND), PERMISSION_OF_SUBSCRIPTION]),
];
