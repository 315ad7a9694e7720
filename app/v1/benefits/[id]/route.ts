import { deleteBenefit, getBenefit, updateBenefit } from '@/lib/resources/benefits/contract';
import * as service from '@/lib/resources/benefits/service';
import { implement } from '@/lib/resources/implement';
import * as workflow from '@/lib/workflows/delete-benefit';

export const GET = implement(getBenefit, ({ context, params }) =>
  service.get(context.scope, params.id),
);
export const PATCH = implement(updateBenefit, ({ context, params, body }) =>
  service.update(context, params.id, body),
);
export const DELETE = implement(deleteBenefit, ({ context, params }) =>
  workflow.deleteBenefit(context, params.id),
);
