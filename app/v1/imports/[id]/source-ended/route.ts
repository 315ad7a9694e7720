import { implement } from '@/lib/resources/implement';
import { endImportSource } from '@/lib/resources/imports/contract';
import { endSource } from '@/lib/resources/imports/service';

export const POST = implement(endImportSource, ({ scope, params, body }) =>
  endSource(scope, params.id, body),
);
