import { listDownloadables } from '@/lib/resources/downloadables/contract';
import * as service from '@/lib/resources/downloadables/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(listDownloadables, ({ context, query }) =>
  service.listOfBuyer(context, query),
);
