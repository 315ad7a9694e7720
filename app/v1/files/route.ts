import { createFile, listFiles } from '@/lib/resources/files/contract';
import * as service from '@/lib/resources/files/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(listFiles, ({ context, query }) =>
  service.listAll(context.scope, query),
);
export const POST = implement(createFile, ({ context, body }) => service.create(context, body));
