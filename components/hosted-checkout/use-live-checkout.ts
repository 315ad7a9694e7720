'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { changesOf, type UpdateBody } from '@/components/hosted-checkout/form-values';
import { totalIsNow } from '@/components/hosted-checkout/texts';
import { dueToday } from '@/components/purchase/summary';
import { formatMoney } from '@/components/ui/money';
import type { ApiFailure } from '@/lib/client/client';
import { query, useCommand } from '@/lib/client/queries';
import { queryKeyOf } from '@/lib/client/query-key';
import { getCheckoutByClient, updateCheckoutByClient } from '@/lib/resources/checkouts/operations';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

const PAUSE_MS = 300;
const POLL_MS = 2000;
/** How often an open checkout is read: its price may be archived, or it may expire or be paid elsewhere. */
const OPEN_POLL_MS = 15_000;

type QueryState = { state: { data?: CheckoutPublic | undefined } };

/** Whether an open checkout expires within so many milliseconds, by the browser's clock. */
function endsWithin(ms: number, checkout: CheckoutPublic | undefined): boolean {
  return checkout?.status === 'open' && Date.parse(checkout.expires_at) <= Date.now() + ms;
}

/**
 * The query of the checkout, polled while its tab is visible: every 2 s while a payment is processed, every 15 s
 * while it is open.
 */
export function checkoutQuery(clientSecret: string, { isAwaited = false } = {}) {
  return {
    ...query(getCheckoutByClient, { params: { client_secret: clientSecret } }),
    refetchOnWindowFocus: ({ state }: QueryState) => !endsWithin(0, state.data),
    refetchInterval: ({ state }: QueryState) => {
      const status = state.data?.status;
      if (status === 'confirmed' || (isAwaited && status === 'open')) return POLL_MS;
      // What has expired is known without a call, which the API answers with 410. A slow connection or a busy browser may
      // delay the next read by up to another interval.
      const isPolled = status === 'open' && !endsWithin(2 * OPEN_POLL_MS, state.data);
      return isPolled ? OPEN_POLL_MS : (false as const);
    },
  };
}

/** Whether the open checkout has passed its `expires_at` while its page was shown. */
export function useIsOver(checkout: CheckoutPublic | undefined): boolean {
  const [isOver, setOver] = useState(false);
  const expiresAt = checkout?.status === 'open' ? checkout.expires_at : null;
  useEffect(() => {
    if (expiresAt === null) return;
    const left = Date.parse(expiresAt) - Date.now();
    // Longer waits overflow the timer; a page is not open for weeks. By a clock that is wrong it was over at the start.
    if (left <= 0 || left > 2 ** 31 - 1) return;
    const timer = setTimeout(() => setOver(true), left);
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return isOver;
}

interface LiveCheckoutOptions {
  checkout: CheckoutPublic;
  /** The values that the API has at first. */
  initial: UpdateBody;
  onFailure: (failure: ApiFailure) => void;
  /** An update succeeded, so the checkout is still open. */
  onUpdated: () => void;
}

/**
 * Sends the buyer's changes to the API, debounced by 300 ms and one after the other, so that the last one
 * wins. `announcement` is the new total for screen readers.
 */
export function useLiveCheckout({ checkout, initial, onFailure, onUpdated }: LiveCheckoutOptions) {
  const { client_secret } = checkout;
  const params = { client_secret };
  const client = useQueryClient();
  const [announcement, setAnnouncement] = useState('');
  const sent = useRef(initial);
  const pending = useRef<UpdateBody>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const key = queryKeyOf(getCheckoutByClient, { params });
  const update = useCommand(updateCheckoutByClient, {
    onSuccess: (answer) => {
      const before = client.getQueryData<CheckoutPublic>(key);
      client.setQueryData(key, answer);
      onUpdated();
      const total = dueToday(answer);
      if (!before || dueToday(before) !== total) {
        setAnnouncement(totalIsNow(formatMoney(total, answer.currency)));
      }
    },
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Sends after all updates before it are answered. */
  function send(body: UpdateBody): Promise<CheckoutPublic> {
    const answer = queue.current.then(() => update.mutateAsync({ params, body }));
    queue.current = answer.catch(() => {});
    return answer;
  }

  /** Sends the changes after a pause of 300 ms. */
  function schedule(body: UpdateBody) {
    pending.current = body;
    clearTimeout(timer.current);
    timer.current = setTimeout(flush, PAUSE_MS);
  }

  function flush() {
    clearTimeout(timer.current);
    const body = pending.current && changesOf(pending.current, sent.current);
    pending.current = null;
    if (!body || Object.keys(body).length === 0) return;
    const before = sent.current;
    sent.current = { ...sent.current, ...body };
    send(body).catch((failure: ApiFailure) => {
      // A change that failed is sent again with the next one.
      sent.current = before;
      onFailure(failure);
    });
  }

  /**
   * Discards the pending change and waits for the running ones: the confirmation sends all values. Returns the checkout
   * as they leave it.
   */
  async function drain(): Promise<CheckoutPublic> {
    clearTimeout(timer.current);
    pending.current = null;
    await queue.current;
    return client.getQueryData<CheckoutPublic>(key) ?? checkout;
  }

  /** Puts a discount code on the checkout, or takes it off; throws what the API says. */
  function applyCode(discount_code: string | null): Promise<CheckoutPublic> {
    return send({ discount_code });
  }

  /** Whether a change waits to be sent. */
  const hasPending = () => pending.current !== null;

  return { schedule, drain, hasPending, applyCode, announcement };
}
