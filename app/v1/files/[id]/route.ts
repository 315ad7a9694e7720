import { implement } from '@/lib/api/implement';
import { deleteFile, updateFile } from '@/lib/resources/files/contract';
import * as service from '@/lib/resources/files/service';

export const PATCH = implement(updateFile, ({ context, params, body }) =>
  service.update(context, params.id, body),
);
export const DELETE = implement(deleteFile, ({ context, params }) =>
  service.remove(context, params.id),
);
