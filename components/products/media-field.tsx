'use client';

import { ArrowLeft, ArrowRight, ImagePlus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { UploadFailure } from '@/components/files/upload-failure';
import { UploadProgress } from '@/components/files/upload-progress';
import { useFileDrop } from '@/components/files/use-file-drop';
import type { Upload, Uploads } from '@/components/files/use-uploads';
import { orderedList } from '@/components/form/dashboard-texts';
import { moved } from '@/components/form/ordered-list';
import { useField } from '@/components/form/use-field';
import type { ProductForm } from '@/components/products/product-values';
import { MEDIA, MEDIA_FIELD } from '@/components/products/texts';
import { IconButton } from '@/components/ui/button';
import { ChooseFiles } from '@/components/ui/choose-files';
import { classes } from '@/components/ui/classes';
import { FieldError } from '@/components/ui/field';
import { MAX_SIZE, PICTURE_TYPES, readableSize } from '@/lib/resources/files/rules';
import type { ProductMediaFile } from '@/lib/resources/files/schema';

/** The pictures of a product in order, uploaded as soon as they are chosen. The first one represents the product. */
export function MediaField({
  form,
  itemsById,
  uploads,
}: {
  form: ProductForm;
  itemsById: ReadonlyMap<string, ProductMediaFile>;
  uploads: Uploads;
}) {
  const { field, error: problem } = useField(form, 'medias');
  const [announcement, setAnnouncement] = useState<string | null>(null);
  const hintId = useId();
  const { isOver, dropProps } = useFileDrop(uploads.add);
  const ids: string[] = field.value;

  function move(button: HTMLElement, id: string, by: -1 | 1) {
    const from = ids.indexOf(id);
    const to = from + by;
    if (to < 0 || to >= ids.length) return;
    field.onChange(moved(ids, from, to));
    setAnnouncement(
      orderedList.moved(itemsById.get(id)?.name ?? MEDIA_FIELD.picture, to + 1, ids.length),
    );
    requestAnimationFrame(() => button.focus());
  }

  return (
    <div className="flex flex-col gap-3">
      {(ids.length > 0 || uploads.list.length > 0) && (
        <ol
          aria-label={MEDIA_FIELD.picturesOfTheProduct}
          className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3"
        >
          {ids.map((id, index) => {
            const file = itemsById.get(id);
            const name = file?.name ?? 'picture';
            return (
              <li key={id} className="flex min-w-0 flex-col">
                {file && (
                  // biome-ignore lint/performance/noImgElement: it is served as it was uploaded
                  <img
                    src={file.public_url}
                    alt=""
                    className="aspect-video w-full rounded-control border border-line bg-sunken object-cover"
                  />
                )}
                <span className="flex items-center">
                  <span className="min-w-0 flex-1 truncate text-xs text-muted" title={name}>
                    {name}
                  </span>
                  <IconButton
                    label={MEDIA_FIELD.moveEarlier(name)}
                    icon={ArrowLeft}
                    className="size-7"
                    aria-disabled={index === 0 || undefined}
                    onClick={({ currentTarget }) => move(currentTarget, id, -1)}
                  />
                  <IconButton
                    label={MEDIA_FIELD.moveLater(name)}
                    icon={ArrowRight}
                    className="size-7"
                    aria-disabled={index === ids.length - 1 || undefined}
                    onClick={({ currentTarget }) => move(currentTarget, id, 1)}
                  />
                  <IconButton
                    label={MEDIA_FIELD.remove(name)}
                    icon={X}
                    className="size-7"
                    onClick={() => {
                      field.onChange(ids.filter((other) => other !== id));
                      setAnnouncement(orderedList.removed(name));
                    }}
                  />
                </span>
              </li>
            );
          })}
          {uploads.list.map((one) => (
            <UploadTile
              key={one.key}
              upload={one}
              onRetry={() => uploads.retry(one)}
              onStop={() => uploads.stop(one)}
            />
          ))}
        </ol>
      )}
      <div
        {...dropProps}
        className={classes(
          'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-dashed px-4 py-4',
          isOver ? 'border-accent bg-selected' : 'border-control',
        )}
      >
        <ChooseFiles
          ref={field.ref}
          icon={ImagePlus}
          aria-describedby={hintId}
          label={MEDIA.choose}
          accept={PICTURE_TYPES.join()}
          onFiles={uploads.add}
        >
          {MEDIA.add}
        </ChooseFiles>
        <p id={hintId} className="text-xs text-muted">
          {MEDIA_FIELD.rules(readableSize(MAX_SIZE.product_media))}
        </p>
      </div>
      {problem && <FieldError>{problem}</FieldError>}
      <span role="status" className="sr-only">
        {announcement ?? (uploads.arrived && MEDIA.uploaded(uploads.arrived))}
      </span>
    </div>
  );
}

function UploadTile({
  upload: { file, share, error },
  onRetry,
  onStop,
}: {
  upload: Upload;
  onRetry: () => void;
  onStop: () => void;
}) {
  return (
    <li className="flex min-w-0 flex-col">
      <div className="flex aspect-video w-full flex-col justify-end gap-1.5 rounded-control border border-line bg-sunken p-2">
        {error ? (
          <UploadFailure
            error={error}
            onRetry={onRetry}
            className="flex-col items-start gap-1 overflow-y-auto"
          />
        ) : (
          <UploadProgress name={file.name} share={share} />
        )}
      </div>
      <span className="flex items-center">
        <span className="min-w-0 flex-1 truncate text-xs text-muted" title={file.name}>
          {file.name}
        </span>
        <IconButton
          label={error ? MEDIA_FIELD.remove(file.name) : MEDIA_FIELD.stopTheUploadOf(file.name)}
          icon={X}
          className="size-7"
          onClick={onStop}
        />
      </span>
    </li>
  );
}
