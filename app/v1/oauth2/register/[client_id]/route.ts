import { implement } from '@/lib/resources/implement';
import {
  deleteOAuth2Client,
  getOAuth2Client,
  updateOAuth2Client,
} from '@/lib/resources/oauth-clients/contract';
import * as service from '@/lib/resources/oauth-clients/service';

export const GET = implement(getOAuth2Client, ({ scope, params }) =>
  service.get(scope, params.client_id),
);
export const PUT = implement(updateOAuth2Client, ({ scope, params, body }) =>
  service.update(scope, params.client_id, body),
);
export const DELETE = implement(deleteOAuth2Client, ({ scope, params }) =>
  service.remove(scope, params.client_id),
);
