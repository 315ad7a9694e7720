import { implement } from '@/lib/resources/implement';
import { introspectToken } from '@/lib/resources/oauth-tokens/contract';
import * as service from '@/lib/resources/oauth-tokens/service';

export const POST = implement(introspectToken, ({ scope, body, headers }) =>
  service.introspect(scope, body, headers),
);
