import type { SearchableEntity } from '@/components/entity-picker/searchable-entity';
import { getFile, listFiles } from '@/lib/resources/files/contract';
import type { FileRead } from '@/lib/resources/files/schema';

/** The files that benefits give. */
export const DOWNLOADS: SearchableEntity<FileRead> = {
  noun: { one: 'file', many: 'files' },
  list: listFiles,
  get: getFile,
  sorting: 'name',
  filters: { service: ['downloadable'] },
  describe: ({ name, size_readable }) => ({ name, detail: size_readable }),
};
