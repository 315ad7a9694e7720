import { implement } from '@/lib/api/implement';
import { updateProductBenefits } from '@/lib/products/contract';
import * as service from '@/lib/products/service';

export const POST = implement(updateProductBenefits, ({ context, params, body }) =>
  service.setBenefits(context, params.id, body),
);
