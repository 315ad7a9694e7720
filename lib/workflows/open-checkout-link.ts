import { runInTurn } from '@/lib/api/concurrency';
import { isStorable } from '@/lib/api/request';
import { authenticateLink } from '@/lib/auth/authenticate';
import { ApiError, type Problem } from '@/lib/contract/errors';
import { metadata } from '@/lib/contract/serialize';
import type { Scope } from '@/lib/database/connection/scope';
import {
  linkMetadata,
  prefillOf,
  type QueryPairs,
  withoutPlaces,
} from '@/lib/resources/checkout-links/rules';
import { findOffer, type LinkOffer } from '@/lib/resources/checkout-links/service';
import {
  addressSubject,
  askedFields,
  chooseProduct,
  createByLink,
  limitDiscountCodes,
  type NewCheckout,
} from '@/lib/resources/checkouts/commands';
import type { Checkout } from '@/lib/resources/checkouts/schema';
import { type CheckoutRow, serializeCheckout } from '@/lib/resources/checkouts/serialize';
import { findOpenCheckout } from '@/lib/resources/checkouts/service';
import { countAttempt } from '@/lib/resources/limits/service';
import { requireSelling } from '@/lib/resources/organizations/service';
import { problemAt, type Refused, refusedDiscount } from '@/lib/resources/refusals/rules';
import { countRefusal } from '@/lib/resources/refusals/service';
import { env } from '@/lib/runtime/env';
import { readToken, signToken } from '@/lib/runtime/secrets';

/** A request for the address of a checkout link. */
export interface LinkVisit {
  clientSecret: string;
  query: QueryPairs;
  /** What an earlier visit of this browser left: {@link OpenedLink.visitToken}. */
  visitToken: string | undefined;
  /** Nobody looks at the answer yet: a crawler, a prefetch, a HEAD request. */
  isAutomated: boolean;
  /** The visitor's address. */
  ip: string | null;
  requestId: string;
  realTime: Date;
  /** Aborted when the visitor goes away. */
  signal: AbortSignal;
}

export interface OpenedLink {
  offer: LinkOffer;
  /** The hosted page of the visitor's checkout; null where none was opened. */
  url: string | null;
  /** For the browser to keep, where a checkout was opened just now. */
  visitToken: { value: string; maxAge: number } | null;
}

/** The link is known but opens no checkout; with what it offers, for the page that says so. */
export class RefusedOffer extends ApiError {
  constructor(
    readonly offer: LinkOffer,
    { name, detail, headers }: Pick<ApiError, 'name' | 'detail' | 'headers'>,
  ) {
    super(name, detail, { headers });
  }
}

const ENDED = new ApiError('ResourceUnavailable', 'This offer has ended.');

/** The purpose of the signature of {@link OpenedLink.visitToken}. */
const PURPOSE = 'checkout-link';

/**
 * Opens a checkout by its link, or resumes the open one of a browser that returns
 * (docs/contract/checkout-links.md#opening). Throws 404 for an unknown link, 410 where its product or
 * price is not for sale, 403 where the seller is closing, 429, all as {@link RefusedOffer}, and 409 while the organization's test clock advances.
 */
export async function openCheckoutLink(visit: LinkVisit): Promise<OpenedLink> {
  const { scope, link } = await authenticateLink(visit.clientSecret, visit);
  // The places of this organization's callers without a credential, of which one cannot take those of its seller.
  const named = { params: {}, query: {}, body: { organization_id: link.organizationId } };
  return runInTurn(
    scope,
    named,
    () => visit.signal,
    async () => {
      try {
        return await open(visit, scope, link);
      } catch (error) {
        if (error instanceof RefusedOffer && error.name === ENDED.name && !visit.isAutomated) {
          const { name: code, detail } = error;
          const object = { kind: 'checkout_link', id: link.id } as const;
          count(visit, link, { kind: 'checkout', code, detail: String(detail), object });
        }
        throw error;
      }
    },
  );
}

/** Counts what a link has refused (docs/contract/events.md#refusals). */
function count(
  { requestId, realTime: at }: LinkVisit,
  { organizationId }: { organizationId: string },
  refused: Refused,
): void {
  const operation = 'checkout-links:create';
  countRefusal({ ...refused, organizationId, operation, checkoutId: null, requestId, at });
}

async function open(
  visit: LinkVisit,
  scope: Scope,
  link: { id: string; isSandbox: boolean },
): Promise<OpenedLink> {
  const offer = await findOffer(scope, link.id);
  const { productId: product_id, productPriceId: product_price_id } = offer;
  const { deletionScheduledAt } = offer.product.organization;
  await orRefused(offer, async () => requireSelling(deletionScheduledAt !== null));
  const sold = await orEnded(offer, chooseProduct(scope, { product_id, product_price_id }));
  if (visit.isAutomated) return { offer, url: null, visitToken: null };
  const resumed = await findResumable(visit, scope, offer, sold.price.id);
  if (resumed) return { offer, url: serializeCheckout(resumed).url, visitToken: null };

  await orRefused(offer, () =>
    countAttempt('checkout_link', [addressSubject(visit.ip)], visit.realTime, link),
  );
  const { id, url } = await orEnded(offer, create(visit, scope, offer, sold));
  const maxAge = env().CHECKOUT_TTL_SECONDS;
  const expiresAt = new Date(visit.realTime.getTime() + maxAge * 1000);
  const value = signToken(`${id}.${sold.price.id}`, expiresAt, PURPOSE);
  return { offer, url, visitToken: { value, maxAge } };
}

/** Throws 410 where the product or price is not for sale, which is what {@link create} cannot do without. */
async function orEnded<T>(offer: LinkOffer, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isInvalid(error) ? new RefusedOffer(offer, ENDED) : error;
  }
}

async function orRefused(offer: LinkOffer, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof ApiError ? new RefusedOffer(offer, error) : error;
  }
}

/**
 * The checkout of the browser's last visit, while it is open and the link sells what it sold then. The token
 * names the price of that time: the buyer may have moved the checkout to another one of the product since.
 */
async function findResumable(
  { visitToken, realTime }: LinkVisit,
  scope: Scope,
  offer: LinkOffer,
  priceId: string,
): Promise<CheckoutRow | null> {
  const token = readToken(visitToken ?? '', PURPOSE, realTime);
  const [checkoutId = '', soldPriceId] = token?.text.split('.') ?? [];
  if (!token || token.isExpired || soldPriceId !== priceId) return null;
  const row = await findOpenCheckout(scope, checkoutId);
  if (row?.checkoutLinkId !== offer.id || row.productId !== offer.productId) return null;
  return row.product.prices.some(({ id }) => id === row.priceId) ? row : null;
}

/** Creates the checkout of a link with what the query fills in, without the values that its rules refuse. */
async function create(
  visit: LinkVisit,
  scope: Scope,
  offer: LinkOffer,
  { product, price }: Awaited<ReturnType<typeof chooseProduct>>,
): Promise<Checkout> {
  const { query, ip, realTime } = visit;
  const refuse = (refused: Refused) => count(visit, product, refused);
  const pairs = query.filter((pair) => pair.every(isStorable));
  const { discount_code, ...prefill } = prefillOf(pairs, askedFields(product));
  const terms: NewCheckout = {
    payment_processor: 'stripe',
    product_price_id: price.id,
    discount_id: offer.discountId,
    allow_discount_codes: offer.allowDiscountCodes,
    success_url: offer.successUrl,
    metadata: linkMetadata(metadata(offer.metadata), pairs),
    customer_ip_address: ip,
    ...prefill,
  };
  if (discount_code && offer.allowDiscountCodes) {
    const { isSandbox } = offer.product.organization;
    const limit = { subjects: [addressSubject(ip)], isSandbox, now: realTime };
    try {
      return await limitDiscountCodes(limit, () =>
        createWithoutRefused(scope, { ...terms, discount_code }, offer.id, refuse),
      );
    } catch (error) {
      // Beyond the limit of wrong codes the code is dropped unseen.
      const isOverLimit = error instanceof ApiError && error.name === 'TooManyRequests';
      if (!isInvalid(error) && !isOverLimit) throw error;
      const problem = isInvalid(error) && problemAt(error.detail, 'discount_code');
      if (problem) refuse(refusedDiscount({ discount_code }, problem));
    }
  }
  return createWithoutRefused(scope, terms, offer.id, refuse);
}

/** What a checkout of a link can do without. A discount code is not in it: its attempts are counted. */
const DISPENSABLE = [
  'discount_id',
  'currency',
  'amount',
  'customer_email',
  'customer_name',
  'custom_field_data',
];

/** Creates a checkout without the dispensable values that its rules refuse. Throws 422 for others. */
async function createWithoutRefused(
  scope: Scope,
  body: NewCheckout,
  linkId: string,
  refuse: (refused: Refused) => void,
): Promise<Checkout> {
  try {
    return await createByLink(scope, body, linkId);
  } catch (error) {
    if (!isInvalid(error)) throw error;
    const places = error.detail.map(({ loc }) => loc.slice(1));
    if (!places.every(([name]) => DISPENSABLE.includes(String(name)))) throw error;
    const problem = problemAt(error.detail, 'discount_id');
    const { discount_id: id } = body;
    if (problem && id) refuse(refusedDiscount({ discount_id: id }, problem));
    // Each round leaves out at least one value, so there is an end.
    return createWithoutRefused(scope, withoutPlaces(body, places), linkId, refuse);
  }
}

function isInvalid(error: unknown): error is ApiError & { detail: Problem[] } {
  return error instanceof ApiError && error.name === 'RequestValidationError';
}
