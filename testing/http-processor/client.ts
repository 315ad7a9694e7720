import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type {
  PaymentOutcome,
  PaymentProcessor,
  Refunded,
  RefundOutcome,
} from '@/lib/integrations/payments/processor';

/** How long the client waits for an answer, ms. */
const TIMEOUT_MS = 1_500;

interface Printed {
  /** The service's own. */
  id: string;
  /** The key that it was asked with. */
  reference: string;
  state: 'captured' | 'refused' | 'underway' | 'open';
  cents: string;
  refusal?: { reason: string; issuer: string | null };
  instrument?: string;
}

interface PrintedRefund {
  id: string;
  reference: string;
  charge: string;
  state: 'done' | 'rejected' | 'underway';
  cents: string;
  why?: string;
}

interface Books {
  charges: Printed[];
  refunds: PrintedRefund[];
  people: number;
}

/** What a processor that is not the sandbox looks like to the product, and what only tests see of it. */
export interface HttpProcessor extends PaymentProcessor {
  /** Money that it took, and gave back. */
  books(): Promise<Books>;
  stop(): Promise<void>;
}

/** What the service's word is about: its name and its reference. */
interface Told {
  processor: string;
  reference: string;
}

const NAME = 'http';

/** Called for what the service tells by itself of a charge or a refund; false where the product knows no such refund. */
interface Notify {
  charge: (told: Told, outcome: PaymentOutcome) => Promise<void>;
  refund: (told: Told, outcome: RefundOutcome) => Promise<boolean>;
}

const IGNORED: Notify = { charge: async () => {}, refund: async () => true };

/**
 * Starts a payment service in another process (testing/http-processor/server.ts) and returns its client.
 * `notify` is called for what it tells by itself. Its tokens are words after `tok`, joined by points:
 * `refused`, `bank` (underway first), `lost` (no answer), `dropped` (never arrived), `late` (arrives after the client
 * has given up), `mute` (no answer either when asked the first time), `told` (notified), `twice`, `disordered`,
 * `unattachable`; `off-` before a word is for charges without the buyer, `refund-` for refunds of the charge:
 * `refund-later`, `refund-rejected` (underway first), `refund-lost`, `refund-dropped`, `refund-late`, `refund-mute`,
 * `refund-told`, `refund-twice`, `refund-disordered`.
 */
export async function startHttpProcessor(notify: Notify = IGNORED): Promise<HttpProcessor> {
  const receiver = await listen(notify);
  const child = await startServer((receiver.address() as AddressInfo).port);
  const base = `http://127.0.0.1:${child.port}`;
  const post = async <Answer>(path: string, body: object): Promise<Answer> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(base + path, {
      method: 'POST',
      body: JSON.stringify(body),
      signal,
    });
    return (await response.json()) as Answer;
  };
  return {
    name: NAME,
    accepts: (token) => /^tok(\.[a-z-]+)*$/.test(token),
    customer: async ({ id, email }) =>
      (await post<{ person: string }>('/people', { id, email })).person,
    async attach({ idempotencyKey: key, token }) {
      const answer = await post<{ instrument: string } | { refusal: string }>('/instruments', {
        key,
        token,
      });
      if ('instrument' in answer)
        return { status: 'attached', method: methodOf(answer.instrument) };
      return { status: 'declined', code: answer.refusal, declineCode: null };
    },
    referenceOf: () => null,
    async prepare({ idempotencyKey: reference, amount, currency: money }) {
      const body = { reference, cents: String(amount), money };
      return (await post<Printed>('/charges/prepare', body)).id;
    },
    async confirm({ reference: id, source }) {
      const by =
        'token' in source
          ? { token: source.token, person: source.customer }
          : { instrument: source.reference };
      return outcomeOf(await post('/charges', { id, ...by }));
    },
    retrieve: async (id) => outcomeOf(await post('/charges/look', { id })),
    cancel: async (id) => outcomeOf(await post('/charges/close', { id })),
    async refund({ idempotencyKey: reference, payment: charge, amount, currency: money }) {
      const cents = String(amount);
      return refundedOf(await post('/refunds', { reference, charge, cents, money }));
    },
    async retrieveRefund(refund) {
      const body =
        'reference' in refund ? { id: refund.reference } : { reference: refund.idempotencyKey };
      return refundedOf(await post('/refunds/close', body));
    },
    books: () => post('/books', {}),
    async stop() {
      child.process.stdin?.end();
      await once(child.process, 'exit');
      receiver.closeAllConnections();
      receiver.close();
    },
  };
}

function methodOf(reference: string) {
  return { reference, details: { type: 'card', brand: 'visa', last4: '0000' } as const };
}

function outcomeOf({ state, refusal, instrument }: Printed): PaymentOutcome {
  if (state === 'open') return { status: 'unknown' };
  const method = instrument === undefined ? null : methodOf(instrument);
  if (state === 'captured') return { status: 'succeeded', method };
  const charged = method && { details: method.details };
  if (state === 'underway') return { status: 'processing', ...charged };
  const { reason: code = 'card_declined', issuer: declineCode = null } = refusal ?? {};
  return { status: 'declined', code, declineCode, ...charged };
}

function refundedOf(printed: PrintedRefund): Refunded {
  return { reference: printed.id, outcome: refundOutcomeOf(printed) };
}

function refundOutcomeOf({ state, why }: PrintedRefund): RefundOutcome {
  if (state === 'underway') return { status: 'pending' };
  return state === 'done'
    ? { status: 'succeeded' }
    : { status: 'failed', reason: why ?? 'unknown' };
}

const told = ({ id: reference }: { id: string }): Told => ({ processor: NAME, reference });

/** Receives what the service tells by itself. */
async function listen(notify: Notify): Promise<Server> {
  const receiver = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const printed = JSON.parse(text) as Printed | PrintedRefund;
    let isTaken = true;
    if ('charge' in printed) {
      isTaken = await notify.refund(told(printed), refundOutcomeOf(printed));
    } else await notify.charge(told(printed), outcomeOf(printed));
    response.writeHead(isTaken ? 204 : 404).end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  return receiver;
}

async function startServer(receiverPort: number): Promise<{ process: ChildProcess; port: number }> {
  const file = fileURLToPath(new URL('server.ts', import.meta.url));
  const notified = `http://127.0.0.1:${receiverPort}`;
  const child = spawn(process.execPath, ['--import', 'tsx', file, notified], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [printed] = await once(child.stdout, 'data');
  return { process: child, port: Number(String(printed)) };
}
