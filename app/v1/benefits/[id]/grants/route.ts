import { implement } from '@/lib/api/implement';
import { listBenefitGrants } from '@/lib/benefits/contract';
import * as service from '@/lib/benefits/service';

export const GET = implement(listBenefitGrants, ({ context, params, query }) =>
  service.listGrants(context.scope, params.id, query),
);
