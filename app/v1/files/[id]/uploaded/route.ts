import { completeFile } from '@/lib/resources/files/contract';
import * as service from '@/lib/resources/files/service';
import { implement } from '@/lib/resources/implement';

export const POST = implement(completeFile, ({ context, params, body }) =>
  service.complete(context, params.id, body),
);
