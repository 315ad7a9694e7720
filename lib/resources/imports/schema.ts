import { z } from 'zod';
import { Id, OrganizationIdInput, Timestamp, text, trimmedText } from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';
import { ImportKind, ImportSource } from '@/lib/resources/import-formats/schema';

/** Where an import is (docs/contract/imports.md#states). */
export const ImportStatus = z
  .enum(['checking', 'ready', 'running', 'done', 'failed', 'undone'])
  .meta({ id: 'ImportStatus' });
export type ImportStatus = z.infer<typeof ImportStatus>;

/** What is wrong with a cell of a row. Rows are counted from 1, without the header, which is row 0. */
export const ImportError = z
  .object({
    row: z.int().meta({ description: 'From 1, without the header; 0 is the header.' }),
    column: z.string(),
    code: z.string(),
    detail: z.string(),
  })
  .meta({ id: 'ImportError', resource: 'imports' });
export type ImportError = z.infer<typeof ImportError>;

/** What would be charged, in minor units of its currency. */
const Due = z
  .object({ count: z.int(), amount: z.int(), currency: z.string() })
  .meta({ id: 'ImportDue' });

/** An import as the list prints it: without its errors. Times are in UTC. */
export const ImportBase = z
  .object({
    id: Id,
    organization_id: Id,
    created_at: Timestamp,
    modified_at: Timestamp.nullable(),
    kind: ImportKind,
    source: ImportSource,
    file_id: Id.nullable(),
    file_name: z.string().nullable(),
    dry_run: z.boolean(),
    mapping: z.record(z.string(), z.string()).nullable(),
    status: ImportStatus,
    total: z.int().meta({ description: 'How many rows there are; 0 until they are counted.' }),
    done: z.int(),
    created: z.int(),
    updated: z.int(),
    skipped: z.int().meta({ description: 'Rows that change nothing.' }),
    kept: z.int().meta({
      description: 'Objects that an undo has left, because they were changed or used since.',
    }),
    errors_count: z.int(),
    finished_at: Timestamp.nullable(),
    undo_until: Timestamp.nullable().meta({
      description: 'When it can be undone no more; null where it cannot.',
    }),
  })
  .meta({ id: 'ImportBase', resource: 'imports' });
export type ImportBase = z.infer<typeof ImportBase>;

/** An import (docs/contract/imports.md#fields). */
export const Import = ImportBase.extend({
  due: Due.nullable().meta({
    description:
      'Its subscriptions whose period has ended and is not charged, in the currency that most of them have.',
  }),
  dues: z.array(Due).meta({ description: 'The same in each currency.' }),
  held_count: z
    .int()
    .meta({ description: 'Its subscriptions that wait for the end of their source.' }),
  errors: z.array(ImportError).meta({ description: 'The first 1,000, in the order of the rows.' }),
}).meta({ id: 'Import', resource: 'imports' });
export type Import = z.infer<typeof Import>;

/** A column that a kind takes. */
const ImportField = z
  .object({
    name: z.string(),
    is_required: z.boolean(),
    description: z.string(),
    column: z.string().nullable().meta({
      description: 'The column of the file that it is read from, if nothing else is said.',
    }),
  })
  .meta({ id: 'ImportField' });
export type ImportField = z.infer<typeof ImportField>;

/** A file as it would be read (docs/contract/imports.md#preview). */
export const ImportPreview = z
  .object({
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())).meta({ description: 'The first 20, cell by cell.' }),
    fields: z.array(ImportField),
  })
  .meta({ id: 'ImportPreview', resource: 'imports' });
export type ImportPreview = z.infer<typeof ImportPreview>;

/** So many rows are sent in a body at most; more come as a file. */
export const MAX_ROWS = 1000;

const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const ImportCreate = z
  .object({
    organization_id: OrganizationIdInput,
    kind: ImportKind,
    source: ImportSource,
    file_id: Id.nullish().meta({ description: 'An uploaded file of the service `import`.' }),
    rows: secret(
      z
        .array(z.record(trimmedText({ min: 1, max: 200 }), Cell))
        .min(1, { error: 'Send at least one row.' })
        .max(MAX_ROWS, { error: `Send at most ${MAX_ROWS} rows; more as a file.` })
        .nullish(),
    ).meta({ description: 'In place of a file: its rows, by columns.' }),
    dry_run: z.boolean().default(false),
    mapping: z
      .record(trimmedText({ min: 1, max: 200 }), text({ max: 500 }))
      .nullish()
      .meta({ description: 'Our columns, each with the column of the file that it is read from.' }),
  })
  .meta({ id: 'ImportCreate' });
export type ImportCreate = z.infer<typeof ImportCreate>;

export const ImportedSubscriptions = z
  .object({
    subscription_ids: z
      .array(Id)
      .min(1)
      .max(10_000)
      .nullish()
      .meta({ description: 'Of the import; without any all of them.' }),
  })
  .meta({ id: 'ImportedSubscriptions' });
export type ImportedSubscriptions = z.infer<typeof ImportedSubscriptions>;

export const IMPORT_SORTS = ['created_at'] as const;
export type ImportSort = (typeof IMPORT_SORTS)[number];

export const IMPORT_ERROR_SORTS = ['row'] as const;
export type ImportErrorSort = (typeof IMPORT_ERROR_SORTS)[number];
