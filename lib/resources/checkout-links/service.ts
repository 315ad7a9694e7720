import { bodyColumns } from '@/lib/api/columns';
import { commit } from '@/lib/api/commands';
import { listAndExport } from '@/lib/api/list';
import { bodyProblem, invalid, orNotFound, type Problem } from '@/lib/contract/errors';
import { SECRET_PREFIX } from '@/lib/contract/secret-prefixes';
import { clockOf, type Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/checkout-links/repository';
import type {
  CheckoutLink,
  CheckoutLinkCreate,
  CheckoutLinkUpdate,
} from '@/lib/resources/checkout-links/schema';
import { serializeCheckoutLink } from '@/lib/resources/checkout-links/serialize';
import { chooseProduct } from '@/lib/resources/checkouts/commands';
import { discountProblem, type PriceTerms } from '@/lib/resources/checkouts/rules';
import { findUsableDiscount } from '@/lib/resources/discounts/service';
import {
  get as getOrganization,
  withCheckoutSettings,
} from '@/lib/resources/organizations/service';
import { newId } from '@/lib/runtime/ids';
import { randomToken } from '@/lib/runtime/secrets';

const columns = bodyColumns('CheckoutLink');

export const { listAll, exportAll } = listAndExport(repository.list, serializeCheckoutLink);

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<CheckoutLink> {
  return serializeCheckoutLink(await findLink(scope, id));
}

/** Throws 422 for a product, price or discount that a checkout could not be opened with now. */
export async function create(scope: Scope, body: CheckoutLinkCreate): Promise<CheckoutLink> {
  return commit(scope, async (scope) => {
    const { product, price } = await chooseProduct(scope, body);
    const { organizationId } = product;
    const link = { organizationId, productId: product.id };
    throwProblems(await discountProblems(scope, link, price, body.discount_id));
    const id = newId();
    await repository.create(scope, {
      ...columns(withCheckoutSettings(await getOrganization(scope, organizationId), body)),
      ...link,
      id,
      createdAt: scope.realTime,
      clientSecret: `${SECRET_PREFIX.checkoutLink}${randomToken()}`,
    });
    return get(scope, id);
  });
}

/**
 * Throws 404, and 422 for a price that the product does not offer and for another discount that cannot be
 * used now (docs/contract/checkout-links.md#rules).
 */
export async function update(
  scope: Scope,
  id: string,
  body: CheckoutLinkUpdate,
): Promise<CheckoutLink> {
  return commit(scope, async (scope) => {
    const before = await findLink(scope, id);
    const { product_price_id: priceId = before.productPriceId, discount_id: discountId } = body;
    const { prices } = before.product;
    const price =
      priceId === before.productPriceId
        ? (before.productPrice ?? prices[0])
        : prices.find((each) => priceId === null || each.id === priceId);
    const problems: Problem[] = [];
    if (priceId !== null && price?.id !== priceId) {
      problems.push(
        bodyProblem('product_price_id', 'This product has no active price with this ID.'),
      );
    } else if (discountId !== before.discountId) {
      problems.push(...(await discountProblems(scope, before, price, discountId)));
    }
    throwProblems(problems);
    await repository.update(scope, id, { modifiedAt: scope.realTime, ...columns(body) });
    return get(scope, id);
  });
}

/** Throws 404. */
export async function remove(scope: Scope, id: string): Promise<void> {
  await commit(scope, async (scope) => {
    await repository.remove(scope, id);
  });
}

/** What a visitor of a link is offered. Throws 404. */
export async function findOffer(scope: Scope, id: string) {
  return orNotFound(await repository.findOffer(scope, id), 'The checkout link');
}

export type LinkOffer = Awaited<ReturnType<typeof findOffer>>;

async function findLink(scope: Scope, id: string) {
  return orNotFound(await repository.find(scope, id), 'The checkout link');
}

/** The problem of a named discount that a checkout at this price would refuse. */
async function discountProblems(
  scope: Scope,
  { organizationId, productId }: { organizationId: string; productId: string },
  price: PriceTerms | undefined,
  id: string | null | undefined,
): Promise<Problem[]> {
  if (!id) return [];
  const now = clockOf(scope, organizationId);
  const discount = await findUsableDiscount(scope, { by: { id }, organizationId, productId, now });
  const problem = discountProblem(price, discount);
  return problem === undefined ? [] : [bodyProblem('discount_id', problem)];
}

function throwProblems(problems: Problem[]): void {
  if (problems.length > 0) throw invalid(...problems);
}
