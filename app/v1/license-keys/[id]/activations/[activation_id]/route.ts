import { implement } from '@/lib/resources/implement';
import { getLicenseKeyActivation } from '@/lib/resources/license-keys/contract';
import * as service from '@/lib/resources/license-keys/service';

export const GET = implement(getLicenseKeyActivation, ({ scope, params }) =>
  service.getActivation(scope, params.id, params.activation_id),
);
