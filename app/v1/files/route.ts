import { createFile, listFiles } from '@/lib/resources/files/contract';
import * as service from '@/lib/resources/files/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(listFiles, service.listAll);
export const POST = route.create(createFile, service.create);
