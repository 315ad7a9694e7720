import { deleteFile, updateFile } from '@/lib/resources/files/contract';
import * as service from '@/lib/resources/files/service';
import { route } from '@/lib/resources/routes';

export const PATCH = route.update(updateFile, service.update);
export const DELETE = route.delete(deleteFile, service.remove);
