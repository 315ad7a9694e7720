import { CircleCheck, CircleDashed, CircleX, Clock, TimerOff } from 'lucide-react';
import type { Status } from '@/components/ui/badge';
import type { Checkout } from '@/lib/resources/checkouts/schema';

export const CHECKOUT_STATUS: Record<Checkout['status'], Status> = {
  open: { tone: 'info', icon: CircleDashed, label: 'Open' },
  confirmed: { tone: 'info', icon: Clock, label: 'Processing' },
  succeeded: { tone: 'ok', icon: CircleCheck, label: 'Succeeded' },
  failed: { tone: 'bad', icon: CircleX, label: 'Failed', needsAction: true },
  expired: { tone: 'idle', icon: TimerOff, label: 'Expired' },
};
