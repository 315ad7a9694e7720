import { implement } from '@/lib/api/implement';
import { getDownloadable } from '@/lib/resources/downloadables/contract';
import * as service from '@/lib/resources/downloadables/service';

export const GET = implement(getDownloadable, ({ context, params }) =>
  service.open(params.token, context.now),
);
