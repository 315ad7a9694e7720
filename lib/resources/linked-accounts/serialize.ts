import { scalarsOf } from '@/lib/api/scalars';
import type { LinkedAccountRow } from '@/lib/resources/linked-accounts/repository';
import { LinkedAccount } from '@/lib/resources/linked-accounts/schema';

/** An account of a customer on a platform as the portal prints it. */
export const serializeLinkedAccount: (row: LinkedAccountRow) => LinkedAccount = scalarsOf(
  'LinkedAccount',
  LinkedAccount,
);
