import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { IdParams } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import { endpoints } from '@/lib/resources/linked-accounts/operations';
import {
  AuthorizeUrl,
  LinkedAccount,
  LinkedAccountComplete,
  LinkedAccountCreate,
} from '@/lib/resources/linked-accounts/schema';

export const listLinkedAccounts = contract({
  ...endpoints.listLinkedAccounts,
  summary: 'List the linked accounts of the customer',
  query: listQuery({ sorting: sorting(['created_at'], '-created_at') }),
  response: page(LinkedAccount),
});

export const createLinkedAccount = contract({
  ...endpoints.createLinkedAccount,
  summary: 'Link an account of the customer',
  description:
    'Answers where to sign in; with `username` the account, which counts as proven once it accepts an invitation.',
  status: 201,
  body: LinkedAccountCreate,
  response: z.union([LinkedAccount, AuthorizeUrl]),
  errors: ['NotPermitted'],
  changes: ['benefits'],
});

export const completeLinkedAccount = contract({
  ...endpoints.completeLinkedAccount,
  summary: 'Finish linking an account of the customer',
  description:
    'By what the platform has sent the customer back with, in the session that began it.',
  status: 201,
  body: LinkedAccountComplete,
  response: LinkedAccount,
  errors: ['NotPermitted'],
  changes: ['benefits'],
});

export const deleteLinkedAccount = contract({
  ...endpoints.deleteLinkedAccount,
  summary: 'Unlink an account of the customer',
  description: 'Takes back what was granted to it.',
  params: IdParams,
  errors: ['NotPermitted'],
  changes: ['benefits'],
});
