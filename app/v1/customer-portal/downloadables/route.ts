import { implement } from '@/lib/api/implement';
import { listDownloadables } from '@/lib/downloadables/contract';
import * as service from '@/lib/downloadables/service';

export const GET = implement(listDownloadables, ({ context, query }) =>
  service.listOfBuyer(context, query),
);
