import { implement } from '@/lib/api/implement';
import { listDownloadables } from '@/lib/resources/downloadables/contract';
import * as service from '@/lib/resources/downloadables/service';

export const GET = implement(listDownloadables, ({ context, query }) =>
  service.listOfBuyer(context, query),
);
