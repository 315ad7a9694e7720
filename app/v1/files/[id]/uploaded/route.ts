import { completeFile } from '@/lib/resources/files/contract';
import * as service from '@/lib/resources/files/service';
import { implement } from '@/lib/resources/implement';

export const POST = implement(completeFile, ({ scope, params, body }) =>
  service.complete(scope, params.id, body),
);
