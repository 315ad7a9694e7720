import { implement } from '@/lib/resources/implement';
import { getLicenseKeyActivation } from '@/lib/resources/license-keys/contract';
import * as service from '@/lib/resources/license-keys/service';

export const GET = implement(getLicenseKeyActivation, ({ context, params }) =>
  service.getActivation(context.scope, params.id, params.activation_id),
);
