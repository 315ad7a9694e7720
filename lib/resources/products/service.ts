import { bodyColumns } from '@/lib/api/columns';
import { commit } from '@/lib/api/commands';
import { listAndExport } from '@/lib/api/list';
import { organizationFor } from '@/lib/api/tenancy';
import {
  ApiError,
  bodyProblem,
  invalid,
  notFound,
  orNotFound,
  type Problem,
} from '@/lib/contract/errors';
import { clockOf, type Scope } from '@/lib/database/connection/scope';
import { syncProductBenefits } from '@/lib/resources/benefit-grants/service';
import { lockBenefits } from '@/lib/resources/benefits/service';
import { findCustomFields } from '@/lib/resources/custom-fields/service';
import type { EventKind } from '@/lib/resources/events/schema';
import { record } from '@/lib/resources/events/service';
import { findUploadedFiles } from '@/lib/resources/files/service';
import { findDefaultCurrency } from '@/lib/resources/organizations/service';
import type { Part } from '@/lib/resources/product-locks/service';
import * as repository from '@/lib/resources/products/repository';
import {
  deletionObstacle,
  isTooLarge,
  MAX_BENEFITS,
  type PricePlan,
  planPrices,
  tooLargeField,
  tooLargeProblem,
} from '@/lib/resources/products/rules';
import type {
  Product,
  ProductBenefitsUpdate,
  ProductCreate,
  ProductUpdate,
} from '@/lib/resources/products/schema';
import {
  type ProductRow,
  serializeListedProduct,
  serializeOwnProduct,
  serializeProduct,
} from '@/lib/resources/products/serialize';
import { newId } from '@/lib/runtime/ids';

export type { Part };

const columns = bodyColumns('Product');

export const { listAll, exportAll } = listAndExport(repository.list, serializeListedProduct);

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<Product> {
  return serializeOwnProduct(orNotFound(await repository.find(scope, id), 'The product'));
}

/** A product that can be bought now; its first price is the default. Null when it cannot. */
export async function findSellableProduct(scope: Scope, id: string): Promise<ProductRow | null> {
  const product = await repository.findCached(scope, id);
  return product && !product.isArchived && product.prices.length > 0 ? product : null;
}

/** A price that can be bought now and its product; null when it cannot. */
export async function findSellablePrice(
  scope: Scope,
  id: string,
): Promise<{ product: ProductRow; price: repository.PriceRow } | null> {
  const price = await repository.findLivePrice(scope, id);
  const product = price && (await findSellableProduct(scope, price.productId));
  return price && product ? { product, price } : null;
}

/** A price that somebody has, archived or not, with the name of its product. Throws 404. */
export async function findPrice(scope: Scope, id: string) {
  return orNotFound(await repository.findPrice(scope, id), 'The price');
}

/** Throws 422 for invalid prices, and for files and custom fields that the organization does not have. */
export async function create(scope: Scope, body: ProductCreate): Promise<Product> {
  const { realTime: now } = scope;
  const organizationId = organizationFor(scope, body.organization_id);
  return commit(scope, async (scope) => {
    const plan = planPrices(body.prices, await findDefaultCurrency(scope, organizationId));
    const problems = [...priceProblems(plan), ...(await partProblems(scope, organizationId, body))];
    if (problems.length > 0) throw invalid(...problems);
    const productId = newId();
    await repository.create(scope, {
      ...columns(body),
      id: productId,
      organizationId,
      createdAt: now,
      isRecurring: plan.isRecurring,
    });
    await saveParts(scope, { organizationId, productId }, { ...body, plan }, now);
    return announce(scope, 'product.created', productId, null);
  });
}

/** Throws 404, 422 as {@link create} does, and where the product's kind would change. */
export async function update(scope: Scope, id: string, body: ProductUpdate): Promise<Product> {
  const { realTime: now } = scope;
  return commit(scope, async (scope) => {
    const before = await lockOrThrow(scope, id);
    const { organizationId, isRecurring, prices } = before;
    const plan = body.prices
      ? planPrices(
          body.prices,
          await findDefaultCurrency(scope, organizationId),
          prices,
          isRecurring,
        )
      : null;
    const problems = [...priceProblems(plan), ...(await partProblems(scope, organizationId, body))];
    if (problems.length > 0) throw invalid(...problems);
    await repository.update(scope, id, { modifiedAt: now, ...columns(body) });
    await saveParts(scope, { organizationId, productId: id }, { ...body, plan }, now);
    return announce(scope, 'product.updated', id, before);
  });
}

/**
 * Replaces the ordered list of benefits and updates the grants of present purchases
 * (docs/contract/catalogue.md#product-benefits). Throws 404, and 422 for benefits of other organizations and
 * those that are not selectable.
 */
export async function setBenefits(
  scope: Scope,
  id: string,
  { benefits: wanted }: ProductBenefitsUpdate,
): Promise<Product> {
  return commit(scope, async (scope) => {
    const product = await lockOrThrow(scope, id);
    const { organizationId } = product;
    const now = clockOf(scope, organizationId);
    const present = product.benefits.map(({ benefitId }) => benefitId);
    const added = wanted.filter((benefitId) => !present.includes(benefitId));
    const removed = present.filter((benefitId) => !wanted.includes(benefitId));
    const locked = (await lockBenefits(scope, [...present, ...added])).filter(
      (benefit) => benefit.organizationId === organizationId,
    );
    const fixed = new Set(locked.flatMap((benefit) => (benefit.selectable ? [] : [benefit.id])));
    const problems = itemProblems(['benefits'], wanted, new Set(locked.map((row) => row.id)));
    for (const benefitId of added.filter((one) => fixed.has(one))) {
      const place = ['benefits', wanted.indexOf(benefitId)];
      problems.push(bodyProblem(place, "This benefit can't be selected."));
    }
    if (wanted.length > Math.max(MAX_BENEFITS, present.length)) {
      const msg = `A product can have at most ${MAX_BENEFITS} benefits. Remove some.`;
      problems.push(bodyProblem('benefits', msg));
    }
    if (removed.some((benefitId) => fixed.has(benefitId))) {
      problems.push(bodyProblem('benefits', "A benefit that can't be selected must stay."));
    }
    if (problems.length > 0) throw invalid(...problems);
    await repository.replaceBenefits(scope, { organizationId, productId: id }, wanted);
    await repository.update(scope, id, { modifiedAt: scope.realTime });
    await syncProductBenefits(scope, { productId: id, added, removed, now });
    return announce(scope, 'product.updated', id, product);
  });
}

/**
 * Deletes a product that was never sold (docs/contract/catalogue.md#product-deletion). Throws 404, and 403 with
 * the reason where it has to be archived instead.
 */
export async function remove(scope: Scope, id: string): Promise<void> {
  await commit(scope, async (scope) => {
    if (!(await repository.lockForDeletion(scope, id))) throw notFound('The product');
    const obstacle = deletionObstacle(await repository.useOf(scope, id));
    if (obstacle) throw new ApiError('NotPermitted', obstacle);
    await repository.remove(scope, id);
  });
}

async function lockOrThrow(scope: Scope, id: string): Promise<ProductRow> {
  return orNotFound(await repository.lock(scope, id), 'The product');
}

/**
 * Throws 422 at `field` where a product that shows this benefit, file or custom field is too large. For a part that
 * has grown: its products are locked.
 */
export async function refuseLargeProducts(
  scope: Scope,
  part: Part,
  partId: string,
  field: string,
): Promise<void> {
  for (const id of await repository.findLarge(scope, part, partId)) {
    const product = serializeProduct(orNotFound(await repository.find(scope, id), 'The product'));
    if (isTooLarge(product)) throw invalid(tooLargeProblem(product, field));
  }
}

/**
 * Reads the product in the transaction, records the event and returns what the API prints. Throws 422 where it has
 * become too large; `before` is its row before the change.
 */
async function announce(
  scope: Scope,
  kind: EventKind,
  id: string,
  before: ProductRow | null,
): Promise<Product> {
  const after = orNotFound(await repository.find(scope, id), 'The product');
  const snapshot = serializeOwnProduct(after);
  const field = tooLargeField(before && serializeProduct(before), serializeProduct(after));
  if (field) throw invalid(tooLargeProblem(snapshot, field));
  await record(scope, { kind, organizationId: snapshot.organization_id, snapshot });
  return snapshot;
}

type Parts = Pick<ProductUpdate, 'medias' | 'attached_custom_fields'>;

async function saveParts(
  scope: Scope,
  owner: { organizationId: string; productId: string },
  { plan, medias, attached_custom_fields: fields }: Parts & { plan: PricePlan | null },
  now: Date,
): Promise<void> {
  if (plan) await repository.savePrices(scope, owner, plan, now);
  if (medias) await repository.replaceMedias(scope, owner, medias);
  if (fields) await repository.replaceCustomFields(scope, owner, fields);
}

function priceProblems(plan: PricePlan | null): Problem[] {
  return (plan?.problems ?? []).map(({ path, msg }) => bodyProblem(['prices', ...path], msg));
}

/**
 * Problems of pictures and custom fields: each must belong to the product's organization and be listed once.
 */
async function partProblems(
  scope: Scope,
  organizationId: string,
  { medias, attached_custom_fields: fields }: Parts,
): Promise<Problem[]> {
  const files = medias ?? [];
  const fieldIds = (fields ?? []).map(({ custom_field_id }) => custom_field_id);
  const service = 'product_media';
  const knownFiles = await findUploadedFiles(scope, { organizationId, service, ids: files });
  const knownFields = await findCustomFields(scope, { organizationId, ids: fieldIds });
  return [
    ...itemProblems(['medias'], files, knownFiles),
    ...itemProblems(['attached_custom_fields'], fieldIds, knownFields, ['custom_field_id']),
  ];
}

/** Problems of the ids of a list that are unknown in the organization or listed twice. */
function itemProblems(
  list: string[],
  ids: readonly string[],
  known: ReadonlySet<string>,
  field: string[] = [],
): Problem[] {
  return ids.flatMap((id, index) => {
    const place = [...list, index, ...field];
    if (!known.has(id)) return [bodyProblem(place, 'This organization has nothing with this ID.')];
    return ids.indexOf(id) < index ? [bodyProblem(place, 'This is listed twice.')] : [];
  });
}
