import { getDownloadable } from '@/lib/resources/benefit-grants/contract';
import * as service from '@/lib/resources/benefit-grants/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(getDownloadable, ({ scope, params }) =>
  service.openDownloadable(params.token, scope.realTime),
);
