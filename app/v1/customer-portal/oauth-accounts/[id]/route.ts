import { deleteLinkedAccount } from '@/lib/resources/linked-accounts/contract';
import { route } from '@/lib/resources/routes';
import { unlink } from '@/lib/workflows/link-account';

export const DELETE = route.delete(deleteLinkedAccount, unlink);
