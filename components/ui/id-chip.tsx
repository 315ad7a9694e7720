import { CopyButton } from '@/components/ui/copy-button';

/** The last 8 characters of an id: the first ones are a timestamp and look alike. */
export function shortId(id: string): string {
  return id.slice(-8);
}

/** An id: its last 8 characters, with copy; others where those say nothing. */
export function IdChip({
  id,
  shown = shortId(id),
  label = 'Copy the id',
}: {
  id: string;
  shown?: string;
  label?: string;
}) {
  return (
    <span className="inline-flex items-center gap-0.5 font-mono text-xs text-muted" title={id}>
      {shown}
      <CopyButton value={id} label={label} />
    </span>
  );
}
