import type { RequestContext } from '@/lib/api/context';
import type { QueryOf } from '@/lib/contract/contract';
import { ApiError, notFound } from '@/lib/contract/errors';
import { paginated } from '@/lib/contract/pagination';
import { systemScope } from '@/lib/database/connection/scope';
import type { listDownloadables } from '@/lib/resources/downloadables/contract';
import * as repository from '@/lib/resources/downloadables/repository';
import { DOWNLOADABLE, serializeDownloadable } from '@/lib/resources/downloadables/serialize';
import { serializeDownload } from '@/lib/resources/files/serialize';
import { readToken } from '@/lib/runtime/secrets';

export async function listOfBuyer(
  { scope, now }: RequestContext,
  query: QueryOf<typeof listDownloadables>,
) {
  const { caller } = scope;
  if (caller.kind !== 'customer') throw new Error('Downloads are for buyers');
  const { offers, totalCount } = await repository.list(scope, query);
  const items = offers.map((offer) => serializeDownloadable(offer, caller.customerId, now));
  return paginated(items, totalCount, query.limit);
}

/**
 * Sends whoever has a file's address to its bytes. Throws 404 for an address not made here, 410 where
 * it is over, or its benefit was revoked or changed since.
 */
export async function open(token: string, now: Date): Promise<Response> {
  const said = readToken(token, DOWNLOADABLE, now);
  if (!said) throw notFound('The download');
  const [organizationId = '', grantId = '', fileId = ''] = said.text.split('.');
  const offer = said.isExpired
    ? null
    : await repository.find(systemScope(organizationId), grantId, fileId);
  if (!offer) throw new ApiError('ResourceUnavailable', 'This download is no longer available.');
  const { download } = serializeDownload(offer.file, now);
  return new Response(null, { status: 302, headers: { Location: download.url } });
}
