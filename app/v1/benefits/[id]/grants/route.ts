import { listBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import * as service from '@/lib/resources/benefit-grants/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(listBenefitGrants, ({ scope, params, query }) =>
  service.listAll(scope, params.id, query),
);
