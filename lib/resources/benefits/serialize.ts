import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn } from '@/lib/contract/serialize';
import type { Benefit as BenefitRow } from '@/lib/database/generated/client';
import type { CountedBenefit } from '@/lib/resources/benefits/repository';
import { rulesOf } from '@/lib/resources/benefits/rules';
import { type Benefit, BenefitBase, type CustomerBenefit } from '@/lib/resources/benefits/schema';
import type { PublicOrganization } from '@/lib/resources/public-organizations/schema';

/** A benefit without its properties (docs/contract/benefits.md#fields). */
export const serializeBenefitBase: (row: BenefitRow) => BenefitBase = scalarsOf(
  'Benefit',
  BenefitBase,
);

/** A benefit inside of another object, an event or a snapshot (docs/contract/benefits.md#fields). */
export function serializeBenefit(row: BenefitRow): Benefit {
  const rules = rulesOf(row);
  const fields = rules.printInside?.(row) ?? rules.print(row);
  return jsonColumn<Benefit>({ ...serializeBenefitBase(row), ...fields });
}

/** A benefit as its own operations and events print it: with the number of its products. */
export function serializeCountedBenefit(row: CountedBenefit): Benefit {
  const fields = rulesOf(row).print(row);
  const products_count = row._count.products;
  return jsonColumn<Benefit>({ ...serializeBenefitBase(row), ...fields, products_count });
}

/** A benefit in the customer portal. */
export function serializeCustomerBenefit(
  row: BenefitRow,
  organization: PublicOrganization,
): CustomerBenefit {
  const properties = rulesOf(row).printForCustomer(row.properties);
  return jsonColumn<CustomerBenefit>({ ...serializeBenefitBase(row), organization, properties });
}
