import { implement } from '@/lib/resources/implement';
import { getLicenseKey, updateLicenseKey } from '@/lib/resources/license-keys/contract';
import * as service from '@/lib/resources/license-keys/service';

export const GET = implement(getLicenseKey, ({ context, params }) =>
  service.get(context.scope, params.id),
);
export const PATCH = implement(updateLicenseKey, ({ context, params, body }) =>
  service.update(context, params.id, body),
);
