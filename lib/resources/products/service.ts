import type { RequestContext } from '@/lib/api/context';
import { organizationFor } from '@/lib/api/tenancy';
import type { QueryOf } from '@/lib/contract/contract';
import { bodyProblem, invalid, notFound, type Problem } from '@/lib/contract/errors';
import { paginated, printed } from '@/lib/contract/pagination';
import type { Scope } from '@/lib/database/connection/scope';
import { syncProductBenefits } from '@/lib/resources/benefit-grants/service';
import { holdBenefits } from '@/lib/resources/benefits/service';
import { findCustomFields } from '@/lib/resources/custom-fields/service';
import { type EventKind, record } from '@/lib/resources/events/service';
import { findUploadedFiles } from '@/lib/resources/files/service';
import type { exportProducts, listProducts } from '@/lib/resources/products/contract';
import * as repository from '@/lib/resources/products/repository';
import { type PricePlan, planPrices } from '@/lib/resources/products/rules';
import type {
  Product,
  ProductBenefitsUpdate,
  ProductCreate,
  ProductUpdate,
} from '@/lib/resources/products/schema';
import { type ProductRow, serializeProduct } from '@/lib/resources/products/serialize';
import { newId } from '@/lib/runtime/ids';

export async function listAll(scope: Scope, query: QueryOf<typeof listProducts>) {
  const { rows, totalCount } = await repository.list(scope, query).page(query);
  return paginated(rows.map(serializeProduct), totalCount, query.limit);
}

export function exportAll(scope: Scope, query: QueryOf<typeof exportProducts>) {
  return printed(repository.list(scope, query).all(), serializeProduct);
}

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<Product> {
  const row = await repository.find(scope, id);
  if (!row) throw notFound('The product');
  return serializeProduct(row);
}

/** A product that can be bought now, its first price being the default; null when it cannot. */
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
  const price = await repository.findPrice(scope, id);
  if (!price) throw notFound('The price');
  return price;
}

/** Throws 422 for prices that break the rules, and for foreign files and custom fields. */
export async function create(context: RequestContext, body: ProductCreate): Promise<Product> {
  const { now } = context;
  const organizationId = organizationFor(context.scope, body.organization_id);
  const plan = planPrices(body.prices);
  return context.commit(async (scope) => {
    const problems = [...priceProblems(plan), ...(await partProblems(scope, organizationId, body))];
    if (problems.length > 0) throw invalid(...problems);
    const productId = newId();
    await repository.create(scope, {
      id: productId,
      organizationId,
      createdAt: now,
      name: body.name,
      description: body.description ?? null,
      isRecurring: plan.isRecurring,
      metadata: body.metadata ?? {},
    });
    await saveParts(scope, { organizationId, productId }, { ...body, plan }, now);
    return announce(scope, 'product.created', productId, now);
  });
}

/** Throws 404, and 422 as {@link create} does or where the kind would change. */
export async function update(
  context: RequestContext,
  id: string,
  body: ProductUpdate,
): Promise<Product> {
  const { now } = context;
  return context.commit(async (scope) => {
    const { organizationId, isRecurring, prices } = await lockOrThrow(scope, id);
    const plan = body.prices ? planPrices(body.prices, prices, isRecurring) : null;
    const problems = [...priceProblems(plan), ...(await partProblems(scope, organizationId, body))];
    if (problems.length > 0) throw invalid(...problems);
    await repository.update(scope, id, {
      modifiedAt: now,
      ...(body.name ? { name: body.name } : {}),
      ...(body.description === undefined ? {} : { description: body.description }),
      ...(typeof body.is_archived === 'boolean' ? { isArchived: body.is_archived } : {}),
      ...(body.metadata ? { metadata: body.metadata } : {}),
    });
    await saveParts(scope, { organizationId, productId: id }, { ...body, plan }, now);
    return announce(scope, 'product.updated', id, now);
  });
}

/**
 * Replaces the ordered list of benefits; present holders follow
 * (docs/contract/catalogue.md#product-benefits). Throws 404, and 422 for benefits of other
 * organizations and those that a seller may not choose.
 */
export async function setBenefits(
  context: RequestContext,
  id: string,
  { benefits: wanted }: ProductBenefitsUpdate,
): Promise<Product> {
  const { now } = context;
  return context.commit(async (scope) => {
    const product = await lockOrThrow(scope, id);
    const { organizationId } = product;
    const present = product.benefits.map(({ benefitId }) => benefitId);
    const added = wanted.filter((benefitId) => !present.includes(benefitId));
    const removed = present.filter((benefitId) => !wanted.includes(benefitId));
    const held = (await holdBenefits(scope, [...present, ...added])).filter(
      (benefit) => benefit.organizationId === organizationId,
    );
    const fixed = new Set(held.flatMap((benefit) => (benefit.selectable ? [] : [benefit.id])));
    const problems = itemProblems(['benefits'], wanted, new Set(held.map((row) => row.id)));
    for (const benefitId of added.filter((one) => fixed.has(one))) {
      const place = ['benefits', wanted.indexOf(benefitId)];
      problems.push(bodyProblem(place, 'This benefit cannot be chosen.'));
    }
    if (removed.some((benefitId) => fixed.has(benefitId))) {
      problems.push(bodyProblem('benefits', 'A benefit that cannot be chosen has to stay.'));
    }
    if (problems.length > 0) throw invalid(...problems);
    await repository.replaceBenefits(scope, { organizationId, productId: id }, wanted);
    await repository.update(scope, id, { modifiedAt: now });
    await syncProductBenefits(scope, { productId: id, added, removed, now });
    return announce(scope, 'product.updated', id, now);
  });
}

async function lockOrThrow(scope: Scope, id: string): Promise<ProductRow> {
  const row = await repository.lock(scope, id);
  if (!row) throw notFound('The product');
  return row;
}

/** Reads the product as it stands now, writes the event and returns what the API prints. */
async function announce(scope: Scope, kind: EventKind, id: string, now: Date): Promise<Product> {
  const snapshot = await get(scope, id);
  await record(scope, { kind, organizationId: snapshot.organization_id, now, snapshot });
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

/** Pictures and custom fields are of the product's own organization, each listed once. */
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

/** The items of a list of ids that are unknown in the organization or listed twice. */
function itemProblems(
  list: string[],
  ids: readonly string[],
  known: ReadonlySet<string>,
  field: string[] = [],
): Problem[] {
  return ids.flatMap((id, index) => {
    const place = [...list, index, ...field];
    if (!known.has(id)) return [bodyProblem(place, 'The organization has nothing with this id.')];
    return ids.indexOf(id) < index ? [bodyProblem(place, 'This is listed twice.')] : [];
  });
}
