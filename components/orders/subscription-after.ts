import { nextEvent } from '@/components/subscriptions/life-cycle';
import type { Step } from '@/components/ui/status-timeline';
import { formatDate } from '@/components/ui/time';
import type { OrderSubscription } from '@/lib/resources/subscriptions/schema';

/** What has become, or will become, of an order's subscription, as a step after the sale; none before it begins. */
export function stepsAfter(subscription: OrderSubscription): Step[] {
  const event = nextEvent(subscription);
  if (!event) return [];
  const { label, at } = event;
  switch (label) {
    case 'Ended':
    case 'Unpaid since':
      return [{ label: 'Subscription ended', at, state: 'past' }];
    case 'Paused since':
      return [{ label: 'Subscription paused', at, state: 'past' }];
    case 'Was due':
      return [{ label: 'Renewal was due', at, state: 'past' }];
    default:
      return [{ label, at, state: 'future' }];
  }
}

interface RefundEffect {
  /** Goes on from "The subscription". */
  sentence: string;
  /** When revoked benefits come back; null where they never do. */
  grantsAgain: string | null;
}

const CANCEL = 'Cancel it to stop further charges.';
const NEXT_RENEWAL = 'Benefits come back with the next paid renewal.';

/** What a refund leaves of an order's subscription, which goes on; null for one that has ended or not begun. */
export function effectOnSubscription(
  subscription: OrderSubscription,
  zone: string,
): RefundEffect | null {
  const event = nextEvent(subscription);
  const day = event?.at ? ` on ${formatDate(event.at, zone)}` : '';
  switch (event?.label) {
    case 'Renews':
      return { sentence: `goes on and renews${day}. ${CANCEL}`, grantsAgain: NEXT_RENEWAL };
    case 'First charge':
      return {
        sentence: `goes on and is charged first${day}. ${CANCEL}`,
        grantsAgain: NEXT_RENEWAL,
      };
    case 'Next retry':
      return {
        sentence: `is past due. Its renewal is tried again${day}. ${CANCEL}`,
        grantsAgain: NEXT_RENEWAL,
      };
    case 'Paid until':
      return {
        sentence: `was imported, and isn’t charged here yet. ${CANCEL}`,
        grantsAgain: NEXT_RENEWAL,
      };
    case 'Was due':
      return { sentence: `is past due. ${CANCEL}`, grantsAgain: NEXT_RENEWAL };
    case 'Ends':
      return { sentence: `goes on and ends${day}.`, grantsAgain: null };
    case 'Paused since':
      return {
        sentence: 'stays paused. It is not charged until it is resumed.',
        grantsAgain: 'Benefits come back with the first paid renewal after it is resumed.',
      };
    default:
      return null;
  }
}
