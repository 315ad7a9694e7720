import { CHECKOUT_STATUS } from '@/components/entities/checkout-status';
import type { Step } from '@/components/ui/status-timeline';
import type { Checkout } from '@/lib/resources/checkouts/schema';

/** The life cycle of a checkout as timeline steps. */
export function stepsOf(checkout: Checkout): Step[] {
  const { status, created_at, expires_at, modified_at } = checkout;
  const opened: Step = { label: 'Opened', at: created_at, state: 'past' };
  const tone = CHECKOUT_STATUS[status].tone;
  switch (status) {
    case 'open':
      return [
        { ...opened, label: 'Open', state: 'present', tone },
        { label: 'Paid', state: 'future' },
        { label: 'Expires', at: expires_at, state: 'future' },
      ];
    case 'confirmed':
      return [
        opened,
        { label: 'Processing', at: modified_at, state: 'present', tone },
        { label: 'Paid', state: 'future' },
      ];
    case 'succeeded':
      return [opened, { label: 'Succeeded', at: modified_at, state: 'present', tone }];
    case 'failed':
      return [opened, { label: 'Failed', at: modified_at, state: 'present', tone }];
    case 'expired':
      return [opened, { label: 'Expired', at: expires_at, state: 'present', tone }];
  }
}
