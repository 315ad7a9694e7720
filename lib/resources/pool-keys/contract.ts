import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { countsOf } from '@/lib/contract/counts-of';
import { exportOf } from '@/lib/contract/export-of';
import { Id, IdParams, many } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import {
  POOL_KEY_SORTS,
  PoolKey,
  PoolKeyStatus,
  PoolKeysAdd,
  PoolKeysAdded,
  PoolKeyUpload,
} from '@/lib/resources/pool-keys/schema';

const common = { tag: 'benefits' } as const;

export const listPoolKeys = contract({
  ...common,
  id: 'benefits:keys',
  method: 'GET',
  path: '/v1/benefits/{id}/keys',
  summary: "List the keys of a benefit's pool",
  description:
    'Oldest first unless sorted. `query` looks into the characters that are shown, or is a whole key.',
  permissions: ['benefits:read'],
  params: IdParams,
  query: listQuery({
    status: many(PoolKeyStatus),
    sorting: sorting(POOL_KEY_SORTS, 'created_at'),
  }),
  response: page(PoolKey),
});

export const exportPoolKeys = exportOf(listPoolKeys);

export const countPoolKeys = countsOf(listPoolKeys, ['status']);

export const addPoolKeys = contract({
  ...common,
  id: 'benefits:add_keys',
  method: 'POST',
  path: '/v1/benefits/{id}/keys',
  summary: "Add keys to a benefit's pool",
  description:
    'Of 1 to 1,000 characters each. Those that the organization has already, in another pool too, count as repeated. ' +
    'Grants that wait get theirs in the order of the sales. 201 for `keys`, 202 for a file, which is read in the ' +
    'background; 403 where the keys of the benefit are generated.',
  permissions: ['benefits:write'],
  params: IdParams,
  body: PoolKeysAdd,
  status: 201,
  otherStatus: 202,
  response: z.union([PoolKeyUpload, PoolKeysAdded]),
  errors: ['NotPermitted'],
  changes: ['license_keys'],
});

export const getPoolKeyUpload = contract({
  ...common,
  id: 'benefits:get_key_upload',
  method: 'GET',
  path: '/v1/benefits/{id}/keys/uploads/{upload_id}',
  row: 'key_uploads',
  summary: 'Get how far an upload of keys has come',
  permissions: ['benefits:read'],
  params: z.object({ id: Id, upload_id: Id }),
  response: PoolKeyUpload,
});
