import type { QueryOf } from '@/lib/contract/contract';
import { ApiError, notFound } from '@/lib/contract/errors';
import { paginated } from '@/lib/contract/pagination';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import type { listDownloadables } from '@/lib/resources/benefit-grants/contract';
import * as repository from '@/lib/resources/downloadables/repository';
import { DOWNLOADABLE, serializeDownloadable } from '@/lib/resources/downloadables/serialize';
import { serializeDownload } from '@/lib/resources/files/serialize';
import { readToken } from '@/lib/runtime/secrets';

/** The files that the calling customer may download. */
export async function listOfBuyer(scope: Scope, query: QueryOf<typeof listDownloadables>) {
  const { caller } = scope;
  if (caller.kind !== 'customer') throw new Error('Downloads are for buyers');
  const { rows, totalCount } = await repository.listOfBuyer(scope, query);
  const items = rows.map((row) => serializeDownloadable(row, caller.customerId, scope.realTime));
  return paginated(items, totalCount, query.limit);
}

/**
 * Redirects a signed link of the portal to the file's bytes. Throws 404 for a token with a wrong signature,
 * 410 where it has expired or its grant no longer gives access to the file.
 */
export async function open(token: string, now: Date): Promise<Response> {
  const link = readToken(token, DOWNLOADABLE, now);
  if (!link) throw notFound('The download');
  const [organizationId = '', grantId = '', fileId = ''] = link.text.split('.');
  const row = link.isExpired
    ? null
    : await repository.find(systemScope(organizationId), grantId, fileId);
  if (!row) throw new ApiError('ResourceUnavailable', 'This download is no longer available.');
  const { download } = serializeDownload(row.file, now);
  return new Response(null, { status: 302, headers: { Location: download.url } });
}
