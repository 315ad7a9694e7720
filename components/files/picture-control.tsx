'use client';

import { ImageUp, Trash2, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { PICTURE as texts } from '@/components/files/texts';
import { UploadFailure } from '@/components/files/upload-failure';
import { UploadProgress } from '@/components/files/upload-progress';
import { useFileDrop } from '@/components/files/use-file-drop';
import { useUpload } from '@/components/files/use-upload';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { MAX_SIZE, PICTURE_TYPES, readableSize } from '@/lib/resources/files/rules';

/** A picture on its way. */
interface Sending {
  file: File;
  /** An object URL of the file, to show it during the upload. */
  preview: string;
  share: number;
  stop: AbortController;
}

/** Shows, replaces and removes the picture of an organization, a seller or an app; it is sent as soon as it is chosen. */
export function PictureControl({
  organizationId,
  name,
  url,
  blockedBy,
  show,
}: {
  /** Of whose files it is one. */
  organizationId: string;
  /** Whose picture it is. */
  name: string;
  /** Null without one. */
  url: string | null;
  /** Why it cannot be changed. */
  blockedBy: string | null;
  /** Makes a picture the present one; null removes it. */
  show: (url: string | null) => Promise<unknown>;
}) {
  const upload = useUpload(organizationId, 'organization_avatar');
  const [isRemoving, setRemoving] = useState(false);
  const [sending, setSending] = useState<Sending | null>(null);
  const [failed, setFailed] = useState<{ file: File; error: unknown } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const { isOver, dropProps } = useFileDrop(
    blockedBy === null ? ([file]) => file && void send(file) : null,
  );

  async function send(file: File) {
    sending?.stop.abort();
    const stop = new AbortController();
    const preview = URL.createObjectURL(file);
    setFailed(null);
    setSending({ file, preview, share: 0, stop });
    try {
      const { public_url } = await upload(file, {
        signal: stop.signal,
        onProgress: (share) => setSending((now) => (now?.stop === stop ? { ...now, share } : now)),
      });
      stop.signal.throwIfAborted();
      await show(public_url);
      showToast(texts.saved);
    } catch (error) {
      if (!stop.signal.aborted) setFailed({ file, error });
    } finally {
      URL.revokeObjectURL(preview);
      setSending((now) => (now?.stop === stop ? null : now));
    }
  }

  async function remove() {
    setRemoving(true);
    try {
      await show(null);
      showToast(texts.removed, {
        undo: () => show(url).catch((error) => showErrorToast(texts.notUndone, error)),
      });
    } catch (error) {
      showErrorToast(texts.notRemoved, error);
    } finally {
      setRemoving(false);
    }
  }

  return (
    <div
      {...dropProps}
      className={classes(
        'flex flex-wrap items-center gap-4 rounded-control border border-dashed p-4',
        isOver ? 'border-accent bg-selected' : 'border-control',
      )}
    >
      <Avatar name={name} src={sending?.preview ?? url} className="size-16 text-xl" />
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-2">
        {sending ? (
          <div className="flex items-center gap-2">
            <div className="min-w-0 flex-1">
              <UploadProgress name={sending.file.name} share={sending.share} />
            </div>
            <Button
              size="small"
              icon={X}
              onClick={() => {
                sending.stop.abort();
                setSending(null);
              }}
            >
              {texts.stop}
            </Button>
          </div>
        ) : (
          <div className="flex flex-wrap items-center gap-2">
            <Button
              icon={ImageUp}
              aria-describedby={hintId}
              blockedBy={blockedBy}
              onClick={() => input.current?.click()}
            >
              {url ? texts.replace : texts.upload}
            </Button>
            {url && !blockedBy && (
              <Button variant="ghost" icon={Trash2} pending={isRemoving} onClick={remove}>
                {texts.remove}
              </Button>
            )}
          </div>
        )}
        {failed && (
          <UploadFailure
            name={failed.file.name}
            error={failed.error}
            onRetry={() => void send(failed.file)}
            className="flex-wrap items-center gap-2"
          />
        )}
        <p id={hintId} className="text-xs text-muted">
          {texts.help(readableSize(MAX_SIZE.organization_avatar))}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES.join()}
        hidden
        aria-label={texts.choose}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void send(file);
          target.value = '';
        }}
      />
    </div>
  );
}
