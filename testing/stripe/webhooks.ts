import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import { COLLECTIONS } from '@/testing/stripe/context';
import type { Row, Store } from '@/testing/stripe/store';
import { SCHEMAS } from '@/testing/stripe/validate';

type EndpointRow = Row<Stripe.WebhookEndpoint, { secret: string }>;
type DeliveryRow = Row<
  { id: string },
  { space: string; endpoint: string; event: string; tries: number; at: number }
>;

/** Pauses before a delivery is tried again, seconds: Stripe's are minutes and hours. */
const PAUSES = [0.2, 0.5, 1, 2, 4, 8];
const TIMEOUT_MS = 5000;
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Sends events to the endpoints that ask for them, signed, until they are taken; to this computer alone. */
export class Deliveries {
  how: 'once' | 'twice' | 'reversed' | 'never' = 'once';
  private readonly running = new Set<Promise<void>>();
  private readonly sent = new Set<string>();

  constructor(
    private readonly store: Store,
    private readonly now: () => number,
  ) {}

  plan(space: string, event: Stripe.Event): void {
    if (this.how === 'never') return;
    for (const { printed } of this.store.all<EndpointRow>(space, COLLECTIONS.webhook_endpoint)) {
      if (!isAsked(printed, event.type)) continue;
      const id = `${printed.id} ${event.id}`;
      // So late that everything of the same moment is there, the last of which goes first.
      const at = this.now() + (this.how === 'reversed' ? 0.3 : 0);
      const own = { space, endpoint: printed.id, event: event.id, tries: 0, at };
      this.store.put('', 'deliveries', { printed: { id }, own } satisfies DeliveryRow);
    }
  }

  /** Starts what its time has come for. */
  run(): void {
    const rows = this.store
      .all<DeliveryRow>('', 'deliveries')
      .filter(({ own, printed }) => own.at <= this.now() && !this.sent.has(printed.id));
    if (this.how === 'reversed') rows.reverse();
    for (const row of rows) {
      this.sent.add(row.printed.id);
      const sending = this.attempt(row);
      this.running.add(sending);
      sending.finally(() => this.running.delete(sending));
    }
  }

  async idle(): Promise<void> {
    for (;;) {
      this.run();
      if (this.store.all('', 'deliveries').length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  private async attempt(row: DeliveryRow): Promise<void> {
    const { space, event, endpoint } = row.own;
    const statuses = await this.deliver(space, event, endpoint);
    const pause = PAUSES[row.own.tries];
    const isTaken = statuses.every((status) => status >= 200 && status < 300);
    if (isTaken || pause === undefined) this.store.remove('', 'deliveries', row.printed.id);
    else {
      Object.assign(row.own, { tries: row.own.tries + 1, at: this.now() + pause });
      this.store.put('', 'deliveries', row);
    }
    this.store.commit();
    this.sent.delete(row.printed.id);
  }

  /** Sends an event now; the statuses of the answers, 0 where there was none. */
  async deliver(space: string, eventId: string, endpointId?: string): Promise<number[]> {
    const event = this.store.find<Row<Stripe.Event>>(space, COLLECTIONS.event, eventId)?.printed;
    if (!event) throw new Error(`There is no event ${eventId}`);
    const endpoints = this.store
      .all<EndpointRow>(space, COLLECTIONS.webhook_endpoint)
      .filter(({ printed }) => endpointId === undefined || printed.id === endpointId)
      .filter(({ printed }) => isAsked(printed, event.type));
    const copies = this.how === 'twice' ? 2 : 1;
    const statuses: number[] = [];
    for (const { printed, own } of endpoints) {
      // An endpoint has events in its own version.
      const version = printed.api_version ?? event.api_version ?? SCHEMAS.api_version;
      const body = JSON.stringify({ ...event, api_version: version });
      for (let copy = 0; copy < copies; copy += 1) {
        statuses.push(await this.post(printed.url, body, own.secret));
      }
    }
    return statuses;
  }

  private async post(url: string, body: string, secret: string): Promise<number> {
    if (!LOOPBACK.includes(new URL(url).hostname)) return 0;
    const signature = signed(body, secret, Math.floor(this.now()));
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal,
        redirect: 'manual',
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return 0;
    }
  }
}

function isAsked(endpoint: Stripe.WebhookEndpoint, type: string): boolean {
  if ('deleted' in endpoint || endpoint.status !== 'enabled') return false;
  return endpoint.enabled_events.includes('*') || endpoint.enabled_events.includes(type);
}

/** The header of a delivery: by the endpoint's secret, over the time and the body. */
export function signed(body: string, secret: string, at: number): string {
  const mac = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return `t=${at},v1=${mac}`;
}
