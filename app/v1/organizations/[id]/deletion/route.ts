import { cancelDeletion, scheduleDeletion } from '@/lib/resources/organizations/contract';
import { route } from '@/lib/resources/routes';
import * as workflow from '@/lib/workflows/delete-organization';

export const POST = route.update(scheduleDeletion, workflow.scheduleDeletion);
export const DELETE = route.delete(cancelDeletion, workflow.cancelDeletion);
