import { formatCount } from '@/components/ui/money';

/** "3 of 5": how much of a limit is used. */
export function Used({ used, limit }: { used: number; limit: number | null }) {
  return (
    <span className="whitespace-nowrap">
      {formatCount(used)}
      {limit !== null && <span className="text-muted"> of {formatCount(limit)}</span>}
    </span>
  );
}

/** The same drawn, under the words that say it. */
export function Meter({ used, limit }: { used: number; limit: number }) {
  const share = Math.min(1, used / limit);
  const color = used >= limit ? 'bg-warn' : 'bg-primary';
  return (
    <span aria-hidden className="mt-1.5 block h-1 w-full bg-line">
      <span className={`block h-full ${color}`} style={{ width: `${share * 100}%` }} />
    </span>
  );
}
