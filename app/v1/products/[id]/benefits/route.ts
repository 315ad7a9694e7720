import { implement } from '@/lib/resources/implement';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import * as service from '@/lib/resources/products/service';

export const POST = implement(updateProductBenefits, ({ scope, params, body }) =>
  service.setBenefits(scope, params.id, body),
);
