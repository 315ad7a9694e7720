import { implement } from '@/lib/resources/implement';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import * as service from '@/lib/resources/products/service';

export const POST = implement(updateProductBenefits, ({ context, params, body }) =>
  service.setBenefits(context, params.id, body),
);
