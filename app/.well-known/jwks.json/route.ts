import { publishedKeys } from '@/lib/resources/oauth-keys/service';
import { realTime } from '@/lib/runtime/clock';
import { openJson } from '@/lib/server/open-json';

export const dynamic = 'force-dynamic';

/** The public keys of ID tokens (docs/contract/oauth.md#signing-keys). */
export async function GET(): Promise<Response> {
  return openJson(await publishedKeys(realTime()));
}
