import { UPLOAD } from '@/components/files/texts';
import { ProgressBar } from '@/components/ui/progress-bar';

/** How much of a file was sent, drawn and in words. `share` is from 0 to 1. */
export function UploadProgress({ name, share }: { name: string; share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-xs text-muted">{percent < 100 ? `${percent}%` : UPLOAD.checking}</span>
      <ProgressBar label={UPLOAD.progressLabel(name)} value={percent} max={100} />
    </div>
  );
}
