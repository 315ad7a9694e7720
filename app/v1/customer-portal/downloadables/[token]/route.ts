import { getDownloadable } from '@/lib/resources/downloadables/contract';
import * as service from '@/lib/resources/downloadables/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(getDownloadable, ({ context, params }) =>
  service.open(params.token, context.now),
);
