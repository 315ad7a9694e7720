import { deleteFile, getFile, updateFile } from '@/lib/resources/files/contract';
import * as service from '@/lib/resources/files/service';
import { route } from '@/lib/resources/routes';
import * as workflow from '@/lib/workflows/delete-file';

export const GET = route.get(getFile, service.get);
export const PATCH = route.update(updateFile, service.update);
export const DELETE = route.delete(deleteFile, workflow.deleteFile);
