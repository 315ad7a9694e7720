import { CircleCheck, CirclePause, CirclePlus, Clock, MessageSquareWarning } from 'lucide-react';
import type { Status } from '@/components/ui/badge';
import type { AdvertisementStatus } from '@/lib/resources/advertisements/schema';

export const ADVERTISEMENT_STATUS: Record<AdvertisementStatus, Status> = {
  draft: { tone: 'idle', icon: CirclePlus, label: 'Not filled in' },
  pending: { tone: 'info', icon: Clock, label: 'Waiting for approval' },
  approved: { tone: 'ok', icon: CircleCheck, label: 'Approved' },
  paused: { tone: 'idle', icon: CirclePause, label: 'Paused' },
  changes_requested: { tone: 'warn', icon: MessageSquareWarning, label: 'Changes requested' },
};

/** A status as it is shown to somebody: filled where it waits for that person. */
export function advertisementStatus(
  status: AdvertisementStatus,
  viewer: 'seller' | 'customer',
): Status {
  const waiting: AdvertisementStatus[] =
    viewer === 'seller' ? ['pending'] : ['draft', 'changes_requested'];
  return { ...ADVERTISEMENT_STATUS[status], needsAction: waiting.includes(status) };
}
