import { implement } from '@/lib/resources/implement';
import { rotateOAuth2Secret } from '@/lib/resources/oauth-clients/contract';
import * as service from '@/lib/resources/oauth-clients/service';

export const POST = implement(rotateOAuth2Secret, ({ scope, params }) =>
  service.rotateSecret(scope, params.client_id),
);
