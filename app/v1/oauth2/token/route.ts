import { implement } from '@/lib/resources/implement';
import { requestToken } from '@/lib/resources/oauth-tokens/contract';
import * as service from '@/lib/resources/oauth-tokens/service';

export const POST = implement(requestToken, ({ scope, body, headers }) =>
  service.request(scope, body, headers),
);
