import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { Id, IdParams, many, OrganizationFilter } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import {
  FILE_SORTS,
  FileCreate,
  FileRead,
  FileService,
  FileUpdate,
  FileUpload,
  FileUploadCompleted,
} from '@/lib/resources/files/schema';

const common = { tag: 'files' } as const;

export const listFiles = contract({
  ...common,
  id: 'files:list',
  method: 'GET',
  path: '/v1/files/',
  summary: 'List files',
  description: 'Uploads that are not complete are left out.',
  scopes: ['files:read'],
  query: listQuery({
    organization_id: OrganizationFilter,
    ids: many(Id),
    service: many(FileService),
    sorting: sorting(FILE_SORTS, '-created_at'),
  }),
  response: page(FileRead),
});

export const exportFiles = contract(
  exportOf(listFiles, [
    'id',
    'created_at',
    'name',
    'service',
    'mime_type',
    'size',
    'version',
    'checksum_sha256_hex',
    'last_modified_at',
  ]),
);

export const createFile = contract({
  ...common,
  id: 'files:create',
  method: 'POST',
  path: '/v1/files/',
  summary: 'Begin to upload a file',
  description:
    'The parts cover the file without gap, each at most 10 MiB. PUT the bytes of each to its `url`, ' +
    'then tell that all are `uploaded`. Pictures (`product_media` up to 10 MB, `organization_avatar` ' +
    'up to 1 MB) are png, jpeg, webp, gif or avif; a `downloadable` is anything up to 2 GB. An ' +
    'upload that is not complete after 24 hours is removed.',
  scopes: ['files:write'],
  body: FileCreate,
  response: FileUpload,
  secretReply: true,
});

export const updateFile = contract({
  ...common,
  id: 'files:update',
  method: 'PATCH',
  path: '/v1/files/{id}',
  summary: 'Update a file',
  scopes: ['files:write'],
  params: IdParams,
  body: FileUpdate,
  response: FileRead,
});

export const deleteFile = contract({
  ...common,
  id: 'files:delete',
  method: 'DELETE',
  path: '/v1/files/{id}',
  summary: 'Delete a file',
  description: 'Detaches it from all products. Ends an upload that is not complete.',
  scopes: ['files:write'],
  params: IdParams,
});

export const completeFile = contract({
  ...common,
  id: 'files:uploaded',
  method: 'POST',
  path: '/v1/files/{id}/uploaded',
  summary: 'Complete the upload of a file',
  description:
    'Puts the parts together and checks them: 422 where one is missing, a checksum differs, or a ' +
    'picture is none by its bytes. The parts may then be sent again. Completing again changes nothing.',
  scopes: ['files:write'],
  params: IdParams,
  body: FileUploadCompleted,
  response: FileRead,
});
