import { listDownloadables } from '@/lib/resources/benefit-grants/contract';
import * as service from '@/lib/resources/downloadables/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(listDownloadables, ({ scope, query }) =>
  service.listOfBuyer(scope, query),
);
