import {
  deleteCustomField,
  getCustomField,
  updateCustomField,
} from '@/lib/resources/custom-fields/contract';
import * as service from '@/lib/resources/custom-fields/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(getCustomField, ({ context, params }) =>
  service.get(context.scope, params.id),
);
export const PATCH = implement(updateCustomField, ({ context, params, body }) =>
  service.update(context, params.id, body),
);
export const DELETE = implement(deleteCustomField, ({ context, params }) =>
  service.remove(context, params.id),
);
