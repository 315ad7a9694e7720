import { implement } from '@/lib/api/implement';
import { listBenefitGrants } from '@/lib/resources/benefits/contract';
import * as service from '@/lib/resources/benefits/service';

export const GET = implement(listBenefitGrants, ({ context, params, query }) =>
  service.listGrants(context.scope, params.id, query),
);
