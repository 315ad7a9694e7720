import type { Downloadable } from '@/lib/resources/benefit-grants/schema';
import type { DownloadableRow } from '@/lib/resources/downloadables/repository';
import { DOWNLOAD_MS } from '@/lib/resources/files/rules';
import { serializeDownload } from '@/lib/resources/files/serialize';
import { publicUrl } from '@/lib/runtime/env';
import { derivedId } from '@/lib/runtime/ids';
import { signToken } from '@/lib/runtime/secrets';

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
