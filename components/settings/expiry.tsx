import { EXPIRY } from '@/components/settings/texts';
import { Time, useNow } from '@/components/ui/time';

/** When an invitation or token stops working, or that it has. */
export function Expiry({ value }: { value: string | null }) {
  const now = useNow();
  const isOver = value !== null && Date.parse(value) <= now;
  return (
    <span className={isOver ? 'text-warn' : undefined}>
      {isOver && EXPIRY.expired}
      <Time value={value} empty={EXPIRY.never} show="short" />
    </span>
  );
}
