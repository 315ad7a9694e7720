import { z } from 'zod';
import { bodyProblem } from '@/lib/contract/errors';
import { atMostPairs, Id } from '@/lib/contract/fields';
import type { TypeRules } from '@/lib/resources/benefits/types/type-rules';

/** Files that customers download. */
export const TYPE = 'downloadables';

const MAX_FILES = 250;

export const Properties = z.object({
  archived: atMostPairs(MAX_FILES, z.record(Id, z.boolean())).default({}),
  files: z
    .array(Id)
    .max(MAX_FILES)
    .refine((files) => new Set(files).size === files.length, { error: 'A file is listed twice.' }),
});

const Stored = z.object({ archived: z.record(z.string(), z.boolean()), files: z.array(Id) });
type Stored = z.infer<typeof Stored>;

export const PRINTED = { type: z.literal(TYPE), properties: Stored };
export const ForCustomer = z.object({ active_files: z.array(Id) });

export const rules: TypeRules<z.output<typeof Properties>, Stored> = {
  accepted: () => Properties,
  /** Entries for files that the benefit does not have are dropped. */
  store({ files, archived }) {
    const known = files.flatMap((id) => (id in archived ? [[id, archived[id] === true]] : []));
    return { files, archived: Object.fromEntries(known) as Record<string, boolean> };
  },
  async lookUp(properties, lookups) {
    const found = await lookups.files(properties.files);
    const problems = properties.files.flatMap((id, index) =>
      found.has(id)
        ? []
        : [bodyProblem(['properties', 'files', index], 'Choose one of your downloadable files.')],
    );
    return { properties, isConnected: false, problems };
  },
  print: ({ properties }) => ({ properties }),
  printForCustomer: (stored) => ({ active_files: activeFiles(stored) }),
  grant: ({ files }) => ({ files }),
  activeFiles,
  withoutFile({ files, archived }, fileId) {
    const { [fileId]: _, ...others } = archived;
    return { files: files.filter((id) => id !== fileId), archived: others };
  },
};

function activeFiles({ files, archived }: Stored): string[] {
  return files.filter((id) => !archived[id]);
}
