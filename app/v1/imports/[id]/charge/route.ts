import { implement } from '@/lib/resources/implement';
import { chargeImport } from '@/lib/resources/imports/contract';
import { approveCharges } from '@/lib/resources/imports/service';

export const POST = implement(chargeImport, ({ scope, params, body }) =>
  approveCharges(scope, params.id, body),
);
