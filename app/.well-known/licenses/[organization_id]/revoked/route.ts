import { revocationList } from '@/lib/resources/license-leases/service';
import { realTime } from '@/lib/runtime/clock';
import { CROSS_ORIGIN } from '@/lib/server/headers';
import { openTo } from '@/lib/server/open-licenses';

export const dynamic = 'force-dynamic';

/** The revocation list of an organization's leases (docs/contract/leases.md#revocation). */
export const GET = openTo(async (organizationId) => {
  const headers = {
    ...CROSS_ORIGIN,
    'Content-Type': 'application/jwt',
    'Cache-Control': 'public, max-age=5',
  };
  return new Response(await revocationList(organizationId, realTime()), { headers });
});
