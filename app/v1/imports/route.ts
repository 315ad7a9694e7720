import { createImport, listImports } from '@/lib/resources/imports/contract';
import * as service from '@/lib/resources/imports/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(listImports, service.listAll);
export const POST = route.create(createImport, service.create);
