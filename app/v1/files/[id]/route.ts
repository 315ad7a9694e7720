import { deleteFile, getFile, updateFile } from '@/lib/resources/files/contract';
import * as service from '@/lib/resources/files/service';
import { route } from '@/lib/resources/routes';
import * as parts from '@/lib/workflows/change-product-part';
import * as workflow from '@/lib/workflows/delete-file';

export const GET = route.get(getFile, service.get);
export const PATCH = route.update(updateFile, parts.updateFile);
export const DELETE = route.delete(deleteFile, workflow.deleteFile);
