import { deleteFile, updateFile } from '@/lib/resources/files/contract';
import * as service from '@/lib/resources/files/service';
import { implement } from '@/lib/resources/implement';

export const PATCH = implement(updateFile, ({ context, params, body }) =>
  service.update(context, params.id, body),
);
export const DELETE = implement(deleteFile, ({ context, params }) =>
  service.remove(context, params.id),
);
