import { useId } from 'react';
import { grantsMade } from '@/components/benefit-types/seller/grants-made';
import type { FieldsProps, SellerType } from '@/components/benefit-types/seller/seller-type';
import { DOWNLOADS } from '@/components/entities/searchable-files';
import { AddEntity } from '@/components/entity-picker/add-entity';
import { useSelectedEntities } from '@/components/entity-picker/use-entity-search';
import { UploadList } from '@/components/files/upload-list';
import { useFileDrop } from '@/components/files/use-file-drop';
import { OrderedList } from '@/components/form/ordered-list';
import { useField } from '@/components/form/use-field';
import { EntityLink } from '@/components/shell/entity-link';
import { ChooseFiles } from '@/components/ui/choose-files';
import { classes } from '@/components/ui/classes';
import { FieldError } from '@/components/ui/field';
import { Option } from '@/components/ui/input';
import { bodyProblem } from '@/lib/contract/errors';
import { MAX_SIZE, readableSize } from '@/lib/resources/files/rules';

export interface DownloadablesValues {
  files: string[];
  archived: Record<string, boolean>;
}

const WORDS = {
  help: 'Files that customers download.',
  files: 'Files',
  filesHelp: 'Customers download them in this order.',
  listLabel: 'Files of the benefit',
  file: 'File',
  addFile: 'Add a file',
  fileMissing: 'Add at least one file for customers to download.',
  noFiles: 'No files to add yet. Upload one.',
  upload: 'Upload files',
  chooseFiles: 'Choose files',
  dropHint: (size: string) => `or drop them here. Up to ${size} each.`,
  archived: 'Archived',
  archivedHint: 'Customers can’t download archived files.',
  none: 'No files yet. Edit the benefit to add some.',
  deletedFile: 'Deleted file',
  edited: (count: number | null) =>
    `${grantsMade(count)} ${count === 1 ? 'gives' : 'give'} access to added files right away.`,
  taken: 'Archived and removed files can no longer be downloaded.',
} as const;

export const downloadables: SellerType<'downloadables', DownloadablesValues> = {
  help: WORDS.help,
  values: { files: [], archived: {} },
  Fields,
  propertiesOf: ({ files, archived }) => ({ files, archived }),
  /** Downloads without a file would be an empty promise to buyers. */
  check: ({ files }) =>
    files.length === 0 ? [bodyProblem(['properties', 'files'], WORDS.fileMissing)] : [],
  facts: ({ properties }) => [[WORDS.files, <Files key="files" {...properties} />]],
  editEffects: (_, count) => [WORDS.edited(count), WORDS.taken],
};

/** The files in order: uploaded here, or chosen from those that are there. */
function Fields({ form, uploads }: FieldsProps) {
  const { field, error: problem } = useField(form, 'properties.files');
  const { field: archivedField } = useField(form, 'properties.archived');
  const ids: string[] = field.value;
  const archived: Record<string, boolean> = archivedField.value;
  const files = useSelectedEntities(DOWNLOADS, ids);
  const hintId = useId();
  const { isOver, dropProps } = useFileDrop(uploads.add);
  const items = ids.map((id, index) => ({
    id,
    name: files[index]?.name ?? WORDS.file,
    file: files[index],
  }));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">{WORDS.files}</legend>
      <p className="text-xs text-muted">{WORDS.filesHelp}</p>
      <OrderedList
        label={WORDS.listLabel}
        items={items}
        onChange={field.onChange}
        render={({ id, name, file }) => (
          <>
            <span className="min-w-0 flex-1 wrap-anywhere">
              {name} <span className="text-xs text-muted">{file?.size_readable}</span>
            </span>
            <Option
              checked={archived[id] === true}
              aria-label={`${WORDS.archived}: ${name}`}
              title={WORDS.archivedHint}
              onChange={({ target }) =>
                archivedField.onChange({ ...archived, [id]: target.checked })
              }
            >
              {WORDS.archived}
            </Option>
          </>
        )}
      />
      <UploadList uploads={uploads} />
      <div
        {...dropProps}
        className={classes(
          'flex flex-wrap items-center gap-2 rounded-control border border-dashed px-4 py-4',
          isOver ? 'border-accent bg-selected' : 'border-control',
        )}
      >
        <ChooseFiles
          ref={field.ref}
          size="small"
          aria-describedby={hintId}
          label={WORDS.chooseFiles}
          onFiles={uploads.add}
        >
          {WORDS.upload}
        </ChooseFiles>
        <AddEntity
          label={WORDS.addFile}
          entity={DOWNLOADS}
          presentIds={ids}
          emptyText={WORDS.noFiles}
          onPick={({ id }) => field.onChange([...ids, id])}
        />
        <p id={hintId} className="text-xs text-muted">
          {WORDS.dropHint(readableSize(MAX_SIZE.downloadable))}
        </p>
      </div>
      {problem && <FieldError>{problem}</FieldError>}
    </fieldset>
  );
}

function Files({ files, archived }: DownloadablesValues) {
  const found = useSelectedEntities(DOWNLOADS, files);
  if (files.length === 0) return WORDS.none;
  return (
    <ol className="flex flex-col gap-1">
      {files.map((id, index) => (
        <li key={id}>
          <EntityLink section="files" id={id}>
            {found[index]?.name ?? WORDS.deletedFile}
          </EntityLink>{' '}
          <span className="text-muted">
            {archived[id] ? WORDS.archived : found[index]?.size_readable}
          </span>
        </li>
      ))}
    </ol>
  );
}
