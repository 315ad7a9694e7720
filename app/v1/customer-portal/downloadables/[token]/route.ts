import { getDownloadable } from '@/lib/resources/benefit-grants/contract';
import * as service from '@/lib/resources/downloadables/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(getDownloadable, ({ scope, params }) =>
  service.open(params.token, scope.realTime),
);
