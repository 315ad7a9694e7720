import { CircleCheck, CircleX, Clock } from 'lucide-react';
import type { Status } from '@/components/ui/badge';
import type { RefundReason, RefundStatus } from '@/lib/resources/refunds/schema';

export const REFUND_STATUS: Record<RefundStatus, Status> = {
  pending: { tone: 'info', icon: Clock, label: 'Pending' },
  succeeded: { tone: 'ok', icon: CircleCheck, label: 'Succeeded' },
  failed: { tone: 'bad', icon: CircleX, label: 'Failed', needsAction: true },
};

export const REFUND_REASONS: Record<RefundReason, string> = {
  customer_request: 'Requested by customer',
  duplicate: 'Duplicate',
  fraudulent: 'Fraudulent',
  service_disruption: 'Service disruption',
  other: 'Other',
};

/** Words by value as the options of a select or a filter. */
export const REFUND_REASON_OPTIONS = Object.entries(REFUND_REASONS).map(([value, label]) => ({
  value,
  label,
}));
