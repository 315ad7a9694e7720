'use client';

import { useId } from 'react';
import type { BenefitValues } from '@/components/benefit-form/benefit-values';
import { FORM } from '@/components/benefit-form/texts';
import { DOWNLOADS } from '@/components/entities/searchable-files';
import { AddEntity } from '@/components/entity-picker/add-entity';
import { useSelectedEntities } from '@/components/entity-picker/use-entity-search';
import { ChooseFiles } from '@/components/files/choose-files';
import { UploadList } from '@/components/files/upload-list';
import { useFileDrop } from '@/components/files/use-file-drop';
import type { Uploads } from '@/components/files/use-uploads';
import { OrderedList } from '@/components/form/ordered-list';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { classes } from '@/components/ui/classes';
import { FieldError } from '@/components/ui/field';
import { Option } from '@/components/ui/input';
import { MAX_SIZE, readableSize } from '@/lib/resources/files/rules';

/** The files of a benefit in order: uploaded here, or chosen from those that are there. */
export function DownloadsField({
  form,
  uploads,
}: {
  form: ContractForm<BenefitValues>;
  uploads: Uploads;
}) {
  const { field, error: problem } = useField(form, 'properties.files');
  const { field: archivedField } = useField(form, 'properties.archived');
  const ids: string[] = field.value;
  const archived: Record<string, boolean> = archivedField.value;
  const files = useSelectedEntities(DOWNLOADS, ids);
  const hintId = useId();
  const { isOver, dropProps } = useFileDrop(uploads.add);
  const items = ids.map((id, index) => ({
    id,
    name: files[index]?.name ?? FORM.file,
    file: files[index],
  }));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">{FORM.files}</legend>
      <p className="text-xs text-muted">{FORM.filesHelp}</p>
      <OrderedList
        label={FORM.filesLabel}
        items={items}
        onChange={field.onChange}
        render={({ id, name, file }) => (
          <>
            <span className="min-w-0 flex-1 wrap-anywhere">
              {name} <span className="text-xs text-muted">{file?.size_readable}</span>
            </span>
            <Option
              checked={archived[id] === true}
              aria-label={`${FORM.archived}: ${name}`}
              title={FORM.archivedHint}
              onChange={({ target }) =>
                archivedField.onChange({ ...archived, [id]: target.checked })
              }
            >
              {FORM.archived}
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
          label={FORM.chooseFiles}
          onFiles={uploads.add}
        >
          {FORM.upload}
        </ChooseFiles>
        <AddEntity
          label={FORM.addFile}
          entity={DOWNLOADS}
          presentIds={ids}
          emptyText={FORM.noFiles}
          onPick={({ id }) => field.onChange([...ids, id])}
        />
        <p id={hintId} className="text-xs text-muted">
          {FORM.dropHint(readableSize(MAX_SIZE.downloadable))}
        </p>
      </div>
      {problem && <FieldError>{problem}</FieldError>}
    </fieldset>
  );
}
