import { implement } from '@/lib/resources/implement';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import * as service from '@/lib/resources/license-keys/service';

export const GET = implement(listLicenseKeys, ({ context, query }) =>
  service.listAll(context.scope, query),
);
