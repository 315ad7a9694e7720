import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn, withFields } from '@/lib/contract/serialize';
import type {
  CustomerGrantRow,
  DownloadableRow,
  GrantRow,
  ListedGrantRow,
} from '@/lib/resources/benefit-grants/repository';
import { grantError } from '@/lib/resources/benefit-grants/rules';
import {
  type BenefitGrant,
  type BenefitGrantWebhook,
  type CustomerBenefitGrant,
  type Downloadable,
  PlainGrant,
} from '@/lib/resources/benefit-grants/schema';
import { serializeBenefit, serializeCustomerBenefit } from '@/lib/resources/benefits/serialize';
import { serializeCustomer } from '@/lib/resources/customers/serialize';
import { DOWNLOAD_MS } from '@/lib/resources/files/rules';
import { serializeDownload } from '@/lib/resources/files/serialize';
import { displayKey } from '@/lib/resources/license-keys/rules';
import type { PublicOrganization } from '@/lib/resources/organizations/schema';
import { publicUrl } from '@/lib/runtime/env';
import { derivedId } from '@/lib/runtime/ids';
import { signToken } from '@/lib/runtime/secrets';

export type { GrantRow };

const scalars = scalarsOf('BenefitGrant', PlainGrant);

/** A grant with what every view of it has. */
function serializePlain(row: GrantRow): PlainGrant {
  const { licenseKey } = row;
  return withFields(scalars(row), {
    is_granted: row.grantedAt !== null && row.revokedAt === null,
    is_revoked: row.revokedAt !== null,
    user_id: row.customerId,
    ...(licenseKey && {
      properties: { license_key_id: licenseKey.id, display_key: displayKey(licenseKey.key) },
    }),
  });
}

/** A grant as its seller sees it. A deleted customer is null (docs/contract/conventions.md#deleted-objects). */
export function serializeGrant(row: ListedGrantRow): BenefitGrant {
  const { customer } = row;
  return {
    ...serializePlain(row),
    customer: customer.deletedAt === null ? serializeHolder(customer) : null,
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
  return jsonColumn<CustomerBenefitGrant>({ ...own, product, benefit });
}

/** The purpose of the tokens that {@link serializeDownloadable} signs. */
export const DOWNLOADABLE = 'downloadable';

/**
 * A file in the customer portal. Its URL contains a signed token and checks the grant at every request. No
 * row has the id: it is derived from customer, benefit and file.
 */
export function serializeDownloadable(
  { grantId, benefitId, file }: DownloadableRow,
  customerId: string,
  now: Date,
): Downloadable {
  const { download, ...own } = serializeDownload(file, now);
  const expiresAt = new Date(now.getTime() + DOWNLOAD_MS);
  const text = [file.organizationId, grantId, file.id].join('.');
  const token = signToken(text, expiresAt, DOWNLOADABLE);
  return {
    id: derivedId(customerId, `${benefitId}.${file.id}`),
    benefit_id: benefitId,
    file: {
      ...own,
      download: { ...download, url: `${publicUrl()}/v1/customer-portal/downloadables/${token}` },
    },
  };
}
