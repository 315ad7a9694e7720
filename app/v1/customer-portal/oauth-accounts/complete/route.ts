import { completeLinkedAccount } from '@/lib/resources/linked-accounts/contract';
import { route } from '@/lib/resources/routes';
import { completeLink } from '@/lib/workflows/link-account';

export const POST = route.create(completeLinkedAccount, completeLink);
