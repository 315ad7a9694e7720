import { implement } from '@/lib/resources/implement';
import { deleteToken } from '@/lib/resources/tokens/contract';
import * as service from '@/lib/resources/tokens/service';

export const DELETE = implement(deleteToken, ({ context, params }) =>
  service.remove(context, params.id),
);
