import { implement } from '@/lib/resources/implement';
import { listCustomerLicenseKeys } from '@/lib/resources/license-keys/contract';
import * as service from '@/lib/resources/license-keys/service';

export const GET = implement(listCustomerLicenseKeys, ({ context, query }) =>
  service.listOfBuyer(context.scope, query),
);
