import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { Id, IdParams } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import {
  PAYMENT_CONNECTION_SORTS,
  PaymentConnection,
  PaymentConnectionCreate,
  PaymentConnectionUpdate,
} from '@/lib/resources/payment-connections/schema';

const path = '/v1/organizations/{id}/payment-connections';
const common = {
  tag: 'payment_connections',
  permissions: ['admin'],
  errors: ['NotPermitted'],
} as const;
const member = {
  ...common,
  row: 'payment_connections',
  stepUp: true,
  path: `${path}/{connection_id}`,
  params: IdParams.extend({ connection_id: Id }),
} as const;

export const listPaymentConnections = contract({
  ...common,
  id: 'payment-connections:list',
  method: 'GET',
  path,
  summary: 'List payment connections',
  description: 'The closed ones too.',
  params: IdParams,
  query: listQuery({ sorting: sorting(PAYMENT_CONNECTION_SORTS, '-created_at') }),
  response: page(PaymentConnection),
});

export const exportPaymentConnections = exportOf(listPaymentConnections);

export const createPaymentConnection = contract({
  ...common,
  id: 'payment-connections:create',
  method: 'POST',
  path,
  status: 201,
  summary: 'Connect a Stripe account',
  description:
    'The keys are tried before they are kept, and are in no answer. Of a sandbox they are those of the ' +
    'account’s test mode, of a live organization its live keys.',
  params: IdParams,
  body: PaymentConnectionCreate,
  response: PaymentConnection,
  errors: ['NotPermitted', 'Conflict'],
  secretReply: true,
  stepUp: true,
  changes: ['organizations'],
});

export const updatePaymentConnection = contract({
  ...member,
  id: 'payment-connections:update',
  method: 'PATCH',
  summary: 'Replace the keys of a Stripe account',
  description:
    'They are of the same account, and are tried before they are kept. Without any, those that are kept are tried again.',
  body: PaymentConnectionUpdate,
  response: PaymentConnection,
  secretReply: true,
  changes: ['organizations'],
});

export const deletePaymentConnection = contract({
  ...member,
  id: 'payment-connections:delete',
  method: 'DELETE',
  summary: 'Disconnect a Stripe account',
  description: 'It takes no more payments. Its keys are kept for refunds and disputes.',
  errors: ['NotPermitted', 'Conflict'],
  changes: ['organizations'],
});
