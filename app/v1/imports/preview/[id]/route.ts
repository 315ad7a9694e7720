import { implement } from '@/lib/resources/implement';
import { previewImport } from '@/lib/resources/imports/contract';
import { preview } from '@/lib/resources/imports/service';

export const GET = implement(previewImport, ({ scope, params, query }) =>
  preview(scope, params.id, query),
);
