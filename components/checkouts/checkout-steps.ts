import { LABELS, steps as texts } from '@/components/checkouts/texts';
import { CHECKOUT_STATUS } from '@/components/entities/checkout-status';
import type { Step } from '@/components/ui/status-timeline';
import type { Checkout } from '@/lib/resources/checkouts/schema';

/** The life cycle of a checkout as timeline steps. */
export function stepsOf(checkout: Checkout): Step[] {
  const { status, created_at, expires_at, modified_at } = checkout;
  const opened: Step = { label: texts.opened, at: created_at, state: 'past' };
  const tone = CHECKOUT_STATUS[status].tone;
  switch (status) {
    case 'open':
      return [
        { ...opened, label: texts.open, state: 'present', tone },
        { label: texts.paid, state: 'future' },
        { label: LABELS.expires, at: expires_at, state: 'future', isAlternative: true },
      ];
    case 'confirmed':
      return [
        opened,
        { label: texts.processing, at: modified_at, state: 'present', tone },
        { label: texts.paid, state: 'future' },
        { label: texts.failed, state: 'future', isAlternative: true },
      ];
    case 'succeeded':
      return [opened, { label: texts.succeeded, at: modified_at, state: 'present', tone }];
    case 'failed':
      return [opened, { label: texts.failed, at: modified_at, state: 'present', tone }];
    case 'expired':
      return [opened, { label: texts.expired, at: expires_at, state: 'present', tone }];
  }
}
