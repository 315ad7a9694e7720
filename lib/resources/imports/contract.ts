import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { IdParams, many } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import { ImportKind, ImportSource } from '@/lib/resources/import-formats/schema';
import {
  IMPORT_ERROR_SORTS,
  IMPORT_SORTS,
  Import,
  ImportBase,
  ImportCreate,
  ImportError,
  ImportedSubscriptions,
  ImportPreview,
  ImportStatus,
} from '@/lib/resources/imports/schema';

const imports = resource('imports', ImportBase);
const common = { tag: 'imports', administrators: true } as const;
/** What becomes of a single one. */
const member = {
  ...common,
  method: 'POST',
  row: 'imports',
  permissions: ['imports:write'],
  status: 202,
  params: IdParams,
  response: Import,
  errors: ['Conflict'],
} as const;

export const listImports = imports.list(
  {
    kind: many(ImportKind),
    source: many(ImportSource),
    status: many(ImportStatus),
    sorting: sorting(IMPORT_SORTS, '-created_at'),
  },
  {
    administrators: true,
    description: 'Without their errors. `query` looks into the name of the file.',
  },
);

export const exportImports = exportOf(listImports);

export const createImport = contract({
  ...common,
  id: 'imports:create',
  method: 'POST',
  path: '/v1/imports/',
  summary: 'Import a file',
  description:
    'The rows of an uploaded file, or `rows`, become objects of a kind, in the background. A `dry_run` changes nothing: ' +
    'it says what a run would do. Nothing is mailed and no event is sent but `import.completed`.',
  permissions: ['imports:write'],
  status: 202,
  row: 'imports',
  body: ImportCreate,
  response: Import,
});

export const getImport = contract({
  ...common,
  id: 'imports:get',
  method: 'GET',
  path: '/v1/imports/{id}',
  row: 'imports',
  summary: 'Get an import',
  permissions: ['imports:read'],
  params: IdParams,
  response: Import,
});

export const previewImport = contract({
  ...common,
  id: 'imports:preview',
  method: 'GET',
  path: '/v1/imports/preview/{id}',
  summary: 'Preview a file',
  description:
    'The columns of an uploaded file, whose ID is in the path, and its first 20 rows, with the columns that the kind takes and which of the ' +
    'file each is read from.',
  permissions: ['imports:read'],
  params: IdParams,
  query: z.object({
    kind: ImportKind,
    source: ImportSource.default('custom'),
  }),
  response: ImportPreview,
});

export const runImport = contract({
  ...member,
  id: 'imports:run',
  path: '/v1/imports/{id}/run',
  summary: 'Run an import that was checked',
  description: 'Also one that has failed, which goes on where it has stopped.',
  changes: ['customers', 'products', 'discounts', 'license_keys'],
});

export const undoImport = contract({
  ...member,
  id: 'imports:undo',
  path: '/v1/imports/{id}/undo',
  summary: 'Undo an import',
  description:
    'Within 24 hours. What it has made is deleted, and what it has changed gets its old values back, but for what ' +
    'somebody has changed or used since.',
  changes: ['customers', 'products', 'discounts', 'license_keys'],
});

export const endImportSource = contract({
  ...member,
  id: 'imports:source-ended',
  path: '/v1/imports/{id}/source-ended',
  summary: 'Say that the source charges no more',
  description:
    'Its held subscriptions renew here from then on. Those whose period has ended meanwhile wait until their charge ' +
    'is approved.',
  body: ImportedSubscriptions,
  changes: ['subscriptions'],
});

export const chargeImport = contract({
  ...member,
  id: 'imports:charge',
  path: '/v1/imports/{id}/charge',
  summary: 'Approve the charges of periods that have ended',
  description: 'Of subscriptions whose source has ended; `due` says what is charged.',
  body: ImportedSubscriptions,
  changes: ['subscriptions', 'orders', 'payments'],
});

export const listImportErrors = contract({
  ...common,
  id: 'imports:errors:list',
  method: 'GET',
  path: '/v1/imports/{id}/errors',
  summary: 'List the errors of an import',
  permissions: ['imports:read'],
  params: IdParams,
  query: listQuery({ sorting: sorting(IMPORT_ERROR_SORTS, 'row') }).omit({
    id: true,
    created_after: true,
    created_before: true,
  }),
  response: page(ImportError),
});

export const exportImportErrors = exportOf(listImportErrors);
