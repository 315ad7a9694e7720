import { discovery } from '@/lib/resources/oauth-tokens/rules';
import { publicUrl } from '@/lib/runtime/env';
import { openJson } from '@/lib/server/open-json';

export const dynamic = 'force-dynamic';

/** What apps need to know of this installation (docs/contract/oauth.md#discovery). */
export function GET(): Response {
  return openJson(discovery(publicUrl()));
}
