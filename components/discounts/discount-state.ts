import { CalendarClock, CircleCheck, CircleSlash, TimerOff } from 'lucide-react';
import type { Status } from '@/components/ui/badge';
import { formatShort } from '@/components/ui/time';
import type { Discount } from '@/lib/resources/discounts/schema';

type Limits = Pick<Discount, 'starts_at' | 'ends_at' | 'max_redemptions' | 'redemptions_count'>;

/**
 * Whether a discount can be redeemed at a moment (docs/contract/catalogue.md#discount-rules), and why not.
 *
 * @param now milliseconds since 1970
 */
export function discountState(discount: Limits, now: number): Status {
  const { starts_at, ends_at, max_redemptions, redemptions_count } = discount;
  if (ends_at !== null && Date.parse(ends_at) <= now) {
    return { tone: 'idle', icon: TimerOff, label: 'Ended' };
  }
  if (max_redemptions !== null && redemptions_count >= max_redemptions) {
    return { tone: 'idle', icon: CircleSlash, label: 'Used up' };
  }
  if (starts_at !== null && Date.parse(starts_at) > now) {
    return { tone: 'info', icon: CalendarClock, label: 'Scheduled' };
  }
  return { tone: 'ok', icon: CircleCheck, label: 'Active' };
}

/** "May 3 – Jun 1", "From May 3, 2027", "Always": the year only where it is another one. */
export function windowLabel({ starts_at, ends_at }: Limits, zone: string, now: number): string {
  const [start, end] = [starts_at, ends_at].map(
    (moment) => moment && formatShort(moment, zone, now),
  );
  if (start && end) return `${start} – ${end}`;
  if (start) return `From ${start}`;
  return end ? `Until ${end}` : 'Always';
}
