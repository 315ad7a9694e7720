import { CircleCheck, CircleX, Clock, ShieldAlert } from 'lucide-react';
import type { Status } from '@/components/ui/badge';
import type { Payment } from '@/lib/resources/payments/schema';

const STATUS: Record<Payment['status'], Status> = {
  pending: { tone: 'info', icon: Clock, label: 'Processing' },
  requires_action: { tone: 'info', icon: Clock, label: 'Waiting for authentication' },
  processing: { tone: 'info', icon: Clock, label: 'Processing' },
  succeeded: { tone: 'ok', icon: CircleCheck, label: 'Succeeded' },
  declined: { tone: 'bad', icon: CircleX, label: 'Declined', needsAction: true },
};

export function paymentStatus({ status, code }: Pick<Payment, 'status' | 'code'>): Status {
  if (code === 'authentication_required') {
    return { tone: 'warn', icon: ShieldAlert, label: 'Action required', needsAction: true };
  }
  return STATUS[status];
}

/** Whether its outcome is not known yet. */
export function isUnsettled({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'pending' || status === 'processing';
}

/** The processor's code as words: `insufficient_funds` is "Insufficient funds". */
export function paymentReason({
  code,
  decline_code,
  amount,
  status,
}: Pick<Payment, 'code' | 'decline_code' | 'amount' | 'status'>): string {
  const reason = (decline_code ?? code)?.replaceAll('_', ' ');
  if (reason) return reason.charAt(0).toUpperCase() + reason.slice(1);
  return amount === 0 && status === 'succeeded' ? 'Card set up, nothing charged' : '';
}
