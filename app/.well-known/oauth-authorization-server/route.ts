import { discovery } from '@/lib/resources/oauth-tokens/rules';
import { publicUrl } from '@/lib/runtime/env';
import { openJson } from '@/lib/server/open-json';

export const dynamic = 'force-dynamic';

/** The same, at the address of RFC 8414 (docs/contract/oauth.md#discovery). */
export function GET(): Response {
  return openJson(discovery(publicUrl()));
}
