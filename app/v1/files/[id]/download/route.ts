import { downloadFile } from '@/lib/resources/files/contract';
import * as service from '@/lib/resources/files/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(downloadFile, ({ scope, params }) =>
  service.getDownload(scope, params.id),
);
