import { deleteFile, getFile, updateFile } from '@/lib/resources/files/contract';
import * as service from '@/lib/resources/files/service';
import { route } from '@/lib/resources/routes';

export const GET = route.get(getFile, service.get);
export const PATCH = route.update(updateFile, service.update);
export const DELETE = route.delete(deleteFile, service.remove);
