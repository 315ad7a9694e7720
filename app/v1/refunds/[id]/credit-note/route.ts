import { implement } from '@/lib/resources/implement';
import { getCreditNote } from '@/lib/resources/refunds/contract';
import * as service from '@/lib/resources/refunds/service';

export const GET = implement(getCreditNote, ({ scope, params }) =>
  service.getCreditNote(scope, params.id),
);
