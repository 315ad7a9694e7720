/** How much of a file was sent, drawn and in words. `share` is from 0 to 1. */
export function UploadProgress({ name, share }: { name: string; share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-xs text-muted">
        {percent < 100 ? `${percent}%` : 'Checking the picture'}
      </span>
      <progress
        aria-label={`Upload of ${name}`}
        value={percent}
        max={100}
        className="h-1 w-full appearance-none overflow-hidden bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}
