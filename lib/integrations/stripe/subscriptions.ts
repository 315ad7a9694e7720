import type Stripe from 'stripe';
import type { OutsideFailure } from '@/lib/integrations/outgoing/failure';
import type { StoredMethod } from '@/lib/integrations/payments/processor';
import { stripeClient } from '@/lib/integrations/stripe/client';
import { asked } from '@/lib/integrations/stripe/failure';
import type { Pace } from '@/lib/integrations/stripe/pace';
import { detailsOf, SEPARATOR } from '@/lib/integrations/stripe/processor';

/** A subscription as Stripe itself has it. */
export interface SourceSubscription {
  /** Whether Stripe charges nothing more for it. */
  isOver: boolean;
  /** What it is charged to; null where Stripe knows none. */
  method: StoredMethod | null;
}

const OVER = ['canceled', 'incomplete_expired'];

/**
 * Reads a subscription by its Stripe id; null where the account has none of it. Rejects with an `OutsideFailure`, as for a
 * key that may not read subscriptions.
 */
export async function readSource(
  { connectionId, secretKey, pace }: { connectionId: string; secretKey: string; pace: Pace },
  id: string,
): Promise<SourceSubscription | null> {
  const expand = ['default_payment_method', 'customer.invoice_settings.default_payment_method'];
  const call = stripeClient(secretKey, pace).subscriptions.retrieve(id, { expand });
  const found = await asked(call).catch((failure: OutsideFailure) => {
    if (failure.kind === 'missing') return null;
    throw failure;
  });
  if (!found) return null;
  const { status, customer, default_payment_method: own } = found;
  const isWhole = typeof customer !== 'string' && !customer.deleted;
  const usual = isWhole ? customer.invoice_settings.default_payment_method : null;
  const method = [own, usual].find(
    (one): one is Stripe.PaymentMethod => typeof one === 'object' && one !== null,
  );
  const owner = typeof customer === 'string' ? customer : customer.id;
  return {
    isOver: OVER.includes(status),
    method: method
      ? {
          reference: [connectionId, owner, method.id].join(SEPARATOR),
          details: detailsOf(method),
        }
      : null,
  };
}
