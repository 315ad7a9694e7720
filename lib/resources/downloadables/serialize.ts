import type { Offer } from '@/lib/resources/downloadables/repository';
import type { Downloadable } from '@/lib/resources/downloadables/schema';
import { DOWNLOAD_MS } from '@/lib/resources/files/rules';
import { serializeDownload } from '@/lib/resources/files/serialize';
import { publicUrl } from '@/lib/runtime/env';
import { derivedId } from '@/lib/runtime/ids';
import { signToken } from '@/lib/runtime/secrets';

/** What the tokens of {@link serializeDownloadable} are signed for. */
export const DOWNLOADABLE = 'downloadable';

/**
 * A file as the portal offers it: its address asks again whether its grant still gives it. The id is
 * made of what it is, for no row says it.
 */
export function serializeDownloadable(
  { grantId, benefitId, file }: Offer,
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
