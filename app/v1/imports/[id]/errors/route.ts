import { implement } from '@/lib/resources/implement';
import { listImportErrors } from '@/lib/resources/imports/contract';
import { listErrors } from '@/lib/resources/imports/service';

export const GET = implement(listImportErrors, ({ scope, params, query }) =>
  listErrors(scope, params.id, query),
);
