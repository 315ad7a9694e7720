import { Time, useNow } from '@/components/ui/time';

const TEXTS = { expired: 'Expired ', never: 'Never' };

/** When an invitation or token stops working, or that it has. */
export function Expiry({ value }: { value: string | null }) {
  const now = useNow();
  const isOver = value !== null && Date.parse(value) <= now;
  return (
    <span className={isOver ? 'text-warn' : undefined}>
      {isOver && TEXTS.expired}
      <Time value={value} empty={TEXTS.never} show="short" />
    </span>
  );
}
