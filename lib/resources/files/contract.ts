import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { Id, IdParams, many } from '@/lib/contract/fields';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import {
  FILE_SORTS,
  FileCreate,
  FileDownload,
  FileRead,
  FileService,
  FileUpdate,
  FileUpload,
  FileUploadCompleted,
} from '@/lib/resources/files/schema';

const files = resource('files', FileRead);

export const listFiles = files.list(
  {
    ids: many(Id),
    service: many(FileService),
    sorting: sorting(FILE_SORTS, '-created_at'),
  },
  { description: 'Uploads that are not complete are left out.' },
);

export const exportFiles = exportOf(listFiles, [
  'id',
  'created_at',
  'name',
  'service',
  'mime_type',
  'size',
  'version',
  'checksum_sha256_hex',
  'last_modified_at',
]);

export const getFile = files.get({ description: 'Also one whose upload is not complete.' });

export const createFile = contract({
  tag: 'files',
  id: 'files:create',
  method: 'POST',
  path: '/v1/files/',
  row: 'files',
  summary: 'Begin to upload a file',
  description:
    'The parts cover the file without gap, each at most 10 MiB. PUT the bytes of each to its `url`, ' +
    'then tell that all are `uploaded`. Pictures (`product_media` up to 10 MB, `organization_avatar` ' +
    'up to 1 MB) are png, jpeg, webp, gif or avif; a `downloadable` is anything up to 2 GB, an `import` a file to read from up to 256 MiB. An ' +
    'upload that is not complete after 24 hours is removed. 403 where the organization has no room for it.',
  permissions: ['files:write'],
  errors: ['NotPermitted'],
  body: FileCreate,
  response: FileUpload,
  secretReply: true,
});

export const updateFile = files.update(FileUpdate);

export const deleteFile = files.delete({
  description: 'Detaches it from all products and benefits. Ends an upload that is not complete.',
  changes: ['benefits', 'products'],
});

export const downloadFile = contract({
  tag: 'files',
  id: 'files:download',
  method: 'GET',
  path: '/v1/files/{id}/download',
  summary: 'Get a download address of a file',
  description:
    '`download.url` answers the bytes as an attachment. It needs no token and works for an hour. 404 before the ' +
    'upload is complete.',
  permissions: ['files:read'],
  params: IdParams,
  response: FileDownload,
});

export const completeFile = contract({
  tag: 'files',
  id: 'files:uploaded',
  method: 'POST',
  path: '/v1/files/{id}/uploaded',
  row: 'files',
  summary: 'Complete the upload of a file',
  description:
    'Puts the parts together and checks them: 422 where one is missing, a checksum differs, or a ' +
    'picture is none by its bytes. The parts may then be sent again. Completing again changes nothing.',
  permissions: ['files:write'],
  params: IdParams,
  body: FileUploadCompleted,
  response: FileRead,
});
