import { z } from 'zod';
import { Id } from '@/lib/contract/fields';
import { FileDownload } from '@/lib/resources/files/schema';

/** A file that a customer may download for a benefit. */
export const Downloadable = z
  .object({ id: Id, benefit_id: Id, file: FileDownload })
  .meta({ id: 'DownloadableRead', resource: 'files' });
export type Downloadable = z.infer<typeof Downloadable>;

export const DOWNLOADABLE_SORTS = ['granted_at', 'name'] as const;
export type DownloadableSort = (typeof DOWNLOADABLE_SORTS)[number];
