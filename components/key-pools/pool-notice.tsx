import { TriangleAlert } from 'lucide-react';
import { LOW } from '@/components/key-pools/texts';
import { Notice } from '@/components/ui/notice';
import type { Benefit } from '@/lib/resources/benefits/schema';

type KeysBenefit = Extract<Benefit, { type: 'license_keys' }>;

/** Stands above a benefit whose own keys run out; nothing where there are enough. */
export function PoolNotice({ benefit: { pool } }: { benefit: KeysBenefit }) {
  if (!pool || (!pool.is_low && pool.pending === 0)) return null;
  const { free, pending } = pool;
  const [title, text] =
    pending > 0
      ? [LOW.waiting(pending), LOW.waitingText]
      : free === 0
        ? [LOW.empty, LOW.emptyText]
        : [LOW.low(free), LOW.lowText];
  return (
    <Notice look={{ tone: pending > 0 ? 'bad' : 'warn', icon: TriangleAlert }}>
      <p className="font-medium">{title}</p>
      <p>{text}</p>
    </Notice>
  );
}
