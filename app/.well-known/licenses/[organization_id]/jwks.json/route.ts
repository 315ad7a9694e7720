import { publishedKeys } from '@/lib/resources/license-leases/service';
import { realTime } from '@/lib/runtime/clock';
import { openJson } from '@/lib/server/open-json';
import { openTo } from '@/lib/server/open-licenses';

export const dynamic = 'force-dynamic';

/** The public keys of an organization's leases (docs/contract/leases.md#signing-keys). */
export const GET = openTo(async (organizationId) =>
  openJson(await publishedKeys(organizationId, realTime()), { maxAge: 3600 }),
);
