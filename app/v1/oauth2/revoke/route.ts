import { implement } from '@/lib/resources/implement';
import { revokeToken } from '@/lib/resources/oauth-tokens/contract';
import * as service from '@/lib/resources/oauth-tokens/service';

export const POST = implement(revokeToken, ({ scope, body, headers }) =>
  service.revoke(scope, body, headers),
);
