import { jsonColumn, timestamp } from '@/lib/contract/serialize';
import type { AdvertisementRow } from '@/lib/resources/advertisements/repository';
import { type Campaign, EMPTY, type StoredVersion } from '@/lib/resources/advertisements/rules';
import type {
  AdvertisementCampaign,
  AdvertisementVersion,
  CustomerAdvertisement,
} from '@/lib/resources/advertisements/schema';
import { serializeCustomerBenefit } from '@/lib/resources/benefits/serialize';
import { serializeCustomer } from '@/lib/resources/customers/serialize';
import type { PublicOrganization } from '@/lib/resources/public-organizations/schema';
import { publicUrl } from '@/lib/runtime/env';

export type { AdvertisementRow };

/** Where a picture of a campaign is served. */
export function imageUrl(advertisementId: string, imageId: string): string {
  return `${publicUrl()}/ads/${advertisementId}/images/${imageId}`;
}

/** A version with the addresses of its pictures. */
export function serializeVersion(id: string, version: StoredVersion): AdvertisementVersion {
  const { image_id, image_id_dark, text, link_url } = version;
  return {
    image_url: image_id === null ? '' : imageUrl(id, image_id),
    image_url_dark: image_id_dark === null ? null : imageUrl(id, image_id_dark),
    text,
    link_url,
  };
}

/** The decisions' part of a row. */
export function campaignOf(row: AdvertisementRow): Campaign {
  const { status, pausedAt } = row;
  const approved = jsonColumn<StoredVersion | null>(row.approved);
  return { status, pausedAt, approved, pending: jsonColumn<StoredVersion | null>(row.pending) };
}

export function isGranted({ grant }: Pick<AdvertisementRow, 'grant'>): boolean {
  return grant.grantedAt !== null && grant.revokedAt === null;
}

/** The size of the pictures of a campaign, in pixels. */
export function sizeOf({ benefit }: AdvertisementRow): [width: number, height: number] {
  const { image_width, image_height } = jsonColumn<Record<'image_width' | 'image_height', number>>(
    benefit.properties,
  );
  return [image_width, image_height];
}

function serializePlain(row: AdvertisementRow) {
  const { id, organizationId, benefitId, status, note, grant, counts } = row;
  const { approved, pending, pausedAt } = campaignOf(row);
  const is_granted = isGranted(row);
  return {
    id,
    created_at: timestamp(row.createdAt),
    modified_at: row.modifiedAt && timestamp(row.modifiedAt),
    organization_id: organizationId,
    ...serializeVersion(id, approved ?? EMPTY),
    status,
    pending: pending && serializeVersion(id, pending),
    note,
    is_granted,
    is_served: is_granted && approved !== null && pausedAt === null,
    granted_at: grant.grantedAt && timestamp(grant.grantedAt),
    views: counts.views,
    clicks: counts.clicks,
    benefit_id: benefitId,
  };
}

/** A campaign as its seller sees it. A deleted customer is null (docs/contract/conventions.md#deleted-objects). */
export function serializeAdvertisement(row: AdvertisementRow): AdvertisementCampaign {
  const { customer } = row;
  return {
    ...serializePlain(row),
    customer: customer.deletedAt === null ? serializeHolder(customer) : null,
  };
}

function serializeHolder(row: AdvertisementRow['customer']) {
  const { id, name, email, avatar_url } = serializeCustomer(row);
  return { id, name, email, avatar_url };
}

/** A campaign in the customer portal. */
export function serializeCustomerAdvertisement(
  row: AdvertisementRow,
  organization: PublicOrganization,
): CustomerAdvertisement {
  const benefit = serializeCustomerBenefit(row.benefit, organization);
  return jsonColumn<CustomerAdvertisement>({ ...serializePlain(row), benefit });
}
