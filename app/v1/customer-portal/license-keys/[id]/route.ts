import { implement } from '@/lib/resources/implement';
import { getCustomerLicenseKey } from '@/lib/resources/license-keys/contract';
import * as service from '@/lib/resources/license-keys/service';

export const GET = implement(getCustomerLicenseKey, ({ context, params }) =>
  service.getOfBuyer(context.scope, params.id),
);
