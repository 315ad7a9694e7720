import { stored, timestamp } from '@/lib/contract/serialize';
import type { DownloadableRow, GrantRow } from '@/lib/resources/benefit-grants/repository';
import type {
  BenefitGrant,
  BenefitGrantWebhook,
  CustomerBenefitGrant,
  Downloadable,
} from '@/lib/resources/benefit-grants/schema';
import { serializeBenefit, serializeCustomerBenefit } from '@/lib/resources/benefits/serialize';
import { DOWNLOAD_MS } from '@/lib/resources/files/rules';
import { serializeDownload } from '@/lib/resources/files/serialize';
import { displayKey } from '@/lib/resources/license-keys/rules';
import type { Organization } from '@/lib/resources/organizations/schema';
import { publicUrl } from '@/lib/runtime/env';
import { derivedId } from '@/lib/runtime/ids';
import { signToken } from '@/lib/runtime/secrets';

export type { GrantRow };

/** A grant as the API prints it. */
export function serializeGrant(row: GrantRow): BenefitGrant {
  return {
    id: row.id,
    created_at: timestamp(row.createdAt),
    modified_at: timestamp(row.modifiedAt),
    granted_at: timestamp(row.grantedAt),
    is_granted: row.grantedAt !== null && row.revokedAt === null,
    revoked_at: timestamp(row.revokedAt),
    is_revoked: row.revokedAt !== null,
    subscription_id: row.subscriptionId,
    order_id: row.orderId,
    customer_id: row.customerId,
    user_id: row.customerId,
    benefit_id: row.benefitId,
    properties: row.licenseKey
      ? { license_key_id: row.licenseKey.id, display_key: displayKey(row.licenseKey.key) }
      : stored<BenefitGrant['properties']>(row.properties),
  };
}

/** A grant as its events carry it. */
export function serializeGrantEvent(row: GrantRow): BenefitGrantWebhook {
  return {
    ...serializeGrant(row),
    benefit: serializeBenefit(row.benefit),
    previous_properties: null,
  };
}

/** A grant as the portal shows it to its buyer. */
export function serializeCustomerGrant(
  row: GrantRow,
  organization: Organization,
): CustomerBenefitGrant {
  const { user_id, ...own } = serializeGrant(row);
  const benefit = serializeCustomerBenefit(row.benefit, organization);
  return stored<CustomerBenefitGrant>({ ...own, benefit });
}

/** What the tokens of {@link serializeDownloadable} are signed for. */
export const DOWNLOADABLE = 'downloadable';

/**
 * A file as the portal offers it: its address asks again whether its grant still gives it. The id is
 * made of what it is, for no row says it.
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
