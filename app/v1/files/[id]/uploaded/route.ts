import { implement } from '@/lib/api/implement';
import { completeFile } from '@/lib/resources/files/contract';
import * as service from '@/lib/resources/files/service';

export const POST = implement(completeFile, ({ context, params, body }) =>
  service.complete(context, params.id, body),
);
