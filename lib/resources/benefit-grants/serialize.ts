import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn, withFields } from '@/lib/contract/serialize';
import type {
  CustomerGrantRow,
  GrantRow,
  ListedGrantRow,
} from '@/lib/resources/benefit-grants/repository';
import { grantError, grantStatus } from '@/lib/resources/benefit-grants/rules';
import {
  type BenefitGrant,
  type BenefitGrantWebhook,
  type CustomerBenefitGrant,
  PlainGrant,
} from '@/lib/resources/benefit-grants/schema';
import { serializeBenefit, serializeCustomerBenefit } from '@/lib/resources/benefits/serialize';
import { serializeCustomer } from '@/lib/resources/customers/serialize';
import { displayKey } from '@/lib/resources/license-keys/rules';
import type { PublicOrganization } from '@/lib/resources/public-organizations/schema';

export type { GrantRow };

const scalars = scalarsOf('BenefitGrant', PlainGrant);

/** A grant with what every view of it has. */
function serializePlain(row: GrantRow): PlainGrant {
  const { licenseKey } = row;
  return withFields(scalars(row), {
    is_granted: row.grantedAt !== null && row.revokedAt === null,
    is_revoked: row.revokedAt !== null,
    user_id: row.customerId,
    ...(licenseKey && { properties: keyProperties(row.customerId, licenseKey) }),
  });
}

/** The key that a grant has given; none where another customer has it by now (docs/contract/license-keys.md#transfer). */
function keyProperties(customerId: string, key: NonNullable<GrantRow['licenseKey']>) {
  if (key.customerId !== customerId) return {};
  return { license_key_id: key.id, display_key: displayKey(key.key) };
}

/** A grant as its seller sees it. A deleted customer is null (docs/contract/conventions.md#deleted-objects). */
export function serializeGrant(row: ListedGrantRow): BenefitGrant {
  const { customer } = row;
  return {
    ...serializePlain(row),
    customer: customer.deletedAt === null ? serializeHolder(customer) : null,
    status: grantStatus(row),
    error: grantError(row),
  };
}

function serializeHolder(row: ListedGrantRow['customer']): NonNullable<BenefitGrant['customer']> {
  const { id, name, email, avatar_url } = serializeCustomer(row);
  return { id, name, email, avatar_url };
}

/** A grant in events. */
export function serializeGrantEvent(row: GrantRow): BenefitGrantWebhook {
  return {
    ...serializePlain(row),
    benefit: serializeBenefit(row.benefit),
    previous_properties: null,
  };
}

/** A grant in the customer portal. */
export function serializeCustomerGrant(
  row: CustomerGrantRow,
  organization: PublicOrganization,
): CustomerBenefitGrant {
  const { user_id, ...own } = serializePlain(row);
  const benefit = serializeCustomerBenefit(row.benefit, organization);
  const product = (row.order ?? row.subscription)?.product;
  if (!product) throw new Error('A grant is of an order or of a subscription');
  const progress = { status: grantStatus(row), error: grantError(row) };
  return jsonColumn<CustomerBenefitGrant>({ ...own, ...progress, product, benefit });
}
