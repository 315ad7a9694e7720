import { bodyColumns } from '@/lib/api/columns';
import { commit } from '@/lib/api/commands';
import { counted, listAndExport } from '@/lib/api/list';
import { organizationFor } from '@/lib/api/tenancy';
import { CURRENCIES } from '@/lib/contract/currencies';
import { bodyProblem, invalid, orNotFound, type Problem } from '@/lib/contract/errors';
import { uniqueBy } from '@/lib/database/connection/errors';
import { clockOf, type Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/discounts/repository';
import {
  changeTerms,
  type DiscountTerms,
  isRedeemable,
  type Limits,
  limitProblems,
} from '@/lib/resources/discounts/rules';
import {
  type Discount,
  type DiscountCreate,
  DiscountType,
  type DiscountUpdate,
} from '@/lib/resources/discounts/schema';
import {
  type DiscountRow,
  type DiscountWithProducts,
  serializeDiscount,
} from '@/lib/resources/discounts/serialize';
import { newId } from '@/lib/runtime/ids';

const uniqueCode = uniqueBy(
  'discounts_code_key',
  'code',
  'Another discount already uses this code.',
);

const UNLIMITED: Limits = {
  startsAt: null,
  endsAt: null,
  maxRedemptions: null,
  redemptionsCount: 0,
};

const columns = bodyColumns('Discount');

export const { listAll, exportAll } = listAndExport(repository.list, serializeDiscount);

export const countAll = counted(repository.list, {
  type: { column: 't.type', values: DiscountType.options },
});

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<Discount> {
  return serializeDiscount(orNotFound(await repository.find(scope, id), 'The discount'));
}

/** Throws 422 for a code that is taken, an empty window, and products that the organization does not have. */
export async function create(scope: Scope, body: DiscountCreate): Promise<Discount> {
  const organizationId = organizationFor(scope, body.organization_id);
  return uniqueCode(() =>
    commit(scope, async (scope) => {
      const products = await resolveProducts(scope, organizationId, body.products ?? []);
      const limits = limitProblems({ ...UNLIMITED, ...columns(body) });
      throwProblems([...limits, ...products.problems]);
      const row = await repository.create(
        scope,
        {
          ...columns(body),
          id: newId(),
          organizationId,
          createdAt: clockOf(scope, organizationId),
        },
        products.ids,
      );
      return serializeDiscount(row);
    }),
  );
}

/** Throws 404, and 422 as {@link create} does, for a frozen amount and for a cap below the redemptions. */
export async function update(scope: Scope, id: string, body: DiscountUpdate): Promise<Discount> {
  return uniqueCode(() =>
    commit(scope, async (scope) => {
      const before = await lockOrThrow(scope, id);
      const changes = columns(body);
      const { terms, problems } = changeTerms(before, changes);
      if (terms.currency !== null && !CURRENCIES.includes(terms.currency)) {
        problems.push(bodyProblem('currency', 'Enter a currency, such as usd or eur.'));
      }
      const products = await resolveProducts(scope, before.organizationId, body.products ?? []);
      const limits = limitProblems({ ...before, ...changes });
      throwProblems([...problems, ...limits, ...products.problems]);
      const row = await repository.update(
        scope,
        id,
        { modifiedAt: clockOf(scope, before.organizationId), ...changes, ...terms },
        body.products ? products.ids : undefined,
      );
      return serializeDiscount(row);
    }),
  );
}

/** Throws 404. */
export async function remove(scope: Scope, id: string): Promise<void> {
  await commit(scope, async (scope) => {
    const { organizationId } = await lockOrThrow(scope, id);
    await repository.remove(scope, id, clockOf(scope, organizationId));
  });
}

/**
 * The organization's discount that can be applied to a product now, by id or by code ignoring case. Null in
 * every other case, without distinction: a caller cannot probe for codes
 * (docs/contract/checkouts.md#creation-errors, docs/contract/callers.md#failed-attempts).
 */
export async function findUsableDiscount(
  scope: Scope,
  wanted: {
    by: { id: string } | { code: string };
    organizationId: string;
    productId: string;
    now: Date;
  },
): Promise<DiscountRow | null> {
  const { by, organizationId, productId, now } = wanted;
  const id = 'id' in by ? by.id : await repository.findIdByCode(scope, organizationId, by.code);
  const row = id === undefined ? null : await repository.find(scope, id);
  if (!row || row.organizationId !== organizationId || !isRedeemable(row, now)) return null;
  const { products, ...discount } = row;
  const isForProduct =
    products.length === 0 || products.some((product) => product.productId === productId);
  return isForProduct ? discount : null;
}

/** Whether a discount with a code can be redeemed for a product's prices in a currency. */
export function hasUsableCode(
  scope: Scope,
  wanted: { organizationId: string; productId: string; currency: string; now: Date },
): Promise<boolean> {
  return repository.hasCode(scope, wanted);
}

/**
 * Counts one redemption under the row lock (docs/contract/catalogue.md#redemptions) and returns the
 * discount's terms, which are frozen from then on; null when it is at its cap, out of its window or deleted.
 */
export function reserveRedemption(
  scope: Scope,
  discountId: string,
  now: Date,
): Promise<DiscountTerms | null> {
  return repository.reserve(scope, discountId, now);
}

/** Releases one redemption after a failed payment. */
export function releaseRedemption(scope: Scope, discountId: string): Promise<void> {
  return repository.release(scope, discountId);
}

async function lockOrThrow(scope: Scope, id: string): Promise<DiscountWithProducts> {
  return orNotFound(await repository.lock(scope, id), 'The discount');
}

/** The distinct products, and a problem at every index whose product the organization does not have. */
async function resolveProducts(scope: Scope, organizationId: string, named: readonly string[]) {
  const ids = [...new Set(named)];
  const known = await repository.knownProducts(scope, organizationId, ids);
  const problems = named.flatMap((id, index) =>
    known.has(id)
      ? []
      : [bodyProblem(['products', index], 'This organization has no product with this ID.')],
  );
  return { ids, problems };
}

function throwProblems(problems: Problem[]): void {
  if (problems.length > 0) throw invalid(...problems);
}
