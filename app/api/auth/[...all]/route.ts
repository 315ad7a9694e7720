import { handleAccounts } from '@/lib/resources/account-handler';

export const GET = handleAccounts;
export const POST = handleAccounts;
export const PUT = handleAccounts;
export const PATCH = handleAccounts;
export const DELETE = handleAccounts;
