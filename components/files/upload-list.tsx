import { X } from 'lucide-react';
import { UPLOAD } from '@/components/files/texts';
import { UploadFailure } from '@/components/files/upload-failure';
import { UploadProgress } from '@/components/files/upload-progress';
import type { Uploads } from '@/components/files/use-uploads';
import { IconButton } from '@/components/ui/button';

/** The files that are on their way, one a line; announces each that has arrived. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  return (
    <>
      {uploads.list.length > 0 && (
        <ul className="flex flex-col border-t border-line">
          {uploads.list.map((one) => (
            <li key={one.key} className="flex items-center gap-2 border-b border-line py-2">
              <span className="flex min-w-0 flex-1 flex-col gap-1">
                <span className="truncate">{one.file.name}</span>
                {one.error ? (
                  <UploadFailure error={one.error} onRetry={() => uploads.retry(one)} />
                ) : (
                  <UploadProgress name={one.file.name} share={one.share} />
                )}
              </span>
              <IconButton
                label={(one.error ? UPLOAD.remove : UPLOAD.stop)(one.file.name)}
                icon={X}
                onClick={() => uploads.stop(one)}
              />
            </li>
          ))}
        </ul>
      )}
      <span role="status" className="sr-only">
        {uploads.arrived && UPLOAD.uploaded(uploads.arrived)}
      </span>
    </>
  );
}
