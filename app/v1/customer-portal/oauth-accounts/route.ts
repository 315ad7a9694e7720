import { createLinkedAccount, listLinkedAccounts } from '@/lib/resources/linked-accounts/contract';
import * as service from '@/lib/resources/linked-accounts/service';
import { route } from '@/lib/resources/routes';
import { beginLink } from '@/lib/workflows/link-account';

export const GET = route.list(listLinkedAccounts, service.listOfBuyer);
export const POST = route.create(createLinkedAccount, beginLink);
