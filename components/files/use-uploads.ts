import { useState } from 'react';
import { useUpload } from '@/components/files/use-upload';
import { useOrganization } from '@/components/session/organization';
import type { FileRead } from '@/lib/resources/files/schema';

/** A file on its way, or one that did not arrive. */
export interface Upload {
  key: number;
  file: File;
  /** How much of it was sent, from 0 to 1. */
  share: number;
  /** Why it did not arrive; null while it is sent. */
  error: unknown;
  stop: AbortController;
}

export interface Uploads {
  /** Those that have not arrived, in the order in which they were chosen. */
  list: readonly Upload[];
  add: (files: FileList | null) => void;
  retry: (upload: Upload) => void;
  /** Ends an upload, or forgets a failed one. */
  stop: (upload: Upload) => void;
  /** The name of the file that arrived last, for an announcement. */
  arrived: string | null;
}

let nextKey = 0;

/** Uploads files as soon as they are chosen. `onDone` is called with each that has arrived. */
export function useUploads<S extends FileRead['service']>(
  service: S,
  onDone: (file: Extract<FileRead, { service: S }>) => void,
): Uploads {
  const { id: organizationId } = useOrganization();
  const upload = useUpload(organizationId, service);
  const [list, setList] = useState<readonly Upload[]>([]);
  const [arrived, setArrived] = useState<string | null>(null);
  const set = (key: number, part: Partial<Upload>) =>
    setList((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const drop = (key: number) => setList((all) => all.filter((one) => one.key !== key));

  async function send({ key, file, stop }: Upload) {
    try {
      const done = await upload(file, {
        signal: stop.signal,
        onProgress: (share) => set(key, { share }),
      });
      drop(key);
      if (stop.signal.aborted) return;
      onDone(done);
      setArrived(file.name);
    } catch (error) {
      if (!stop.signal.aborted) set(key, { error });
    }
  }

  return {
    list,
    arrived,
    add: (files) => {
      const added = Array.from(files ?? [], (file) => ({
        key: nextKey++,
        file,
        share: 0,
        error: null,
        stop: new AbortController(),
      }));
      setList((all) => [...all, ...added]);
      for (const one of added) void send(one);
    },
    retry: (one) => {
      const again = { ...one, share: 0, error: null };
      set(one.key, again);
      void send(again);
    },
    stop: (one) => {
      one.stop.abort();
      drop(one.key);
    },
  };
}

/** Why a form cannot be submitted yet: a file is on its way, or did not arrive. Null where it can. */
export function uploadProblem(
  { list }: Uploads,
  words: { uploading: string; uploadFailed: string },
): string | null {
  if (list.length === 0) return null;
  return list.some(({ error }) => error) ? words.uploadFailed : words.uploading;
}
