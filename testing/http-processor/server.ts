// A payment service in a process of its own, for tests: `node --import tsx server.ts <address for notifications>`
// prints its port. It keeps its own books, speaks its own language, and misbehaves as the token says
// (testing/http-processor/client.ts lists the words).

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type State = 'captured' | 'refused' | 'underway';

interface Charge {
  reference: string;
  state: State;
  cents: string;
  money: string;
  refusal?: { reason: string; issuer: string | null };
  instrument?: string;
  words: readonly string[];
}

interface Refund {
  reference: string;
  charge: string;
  cents: string;
  state: 'done' | 'rejected' | 'underway';
  why?: string;
}

/** Longer than the client waits for an answer. */
const LATE_MS = 1_800;
const UNDERWAY_MS = 80;

const [notified = ''] = process.argv.slice(2);
const people = new Map<string, string>();
const instruments = new Map<string, string>();
const charges = new Map<string, Charge>();
const refunds = new Map<string, Refund>();
const queries = new Map<string, number>();

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const print = ({ words: _, ...charge }: Charge) => charge;

/** The words for a charge of an instrument: those that begin with `off-` are for a buyer who is not there. */
function wordsOf(token: string, isAbsent: boolean): string[] {
  const words = token.split('.').slice(1);
  const absent = words.filter((word) => word.startsWith('off-')).map((word) => word.slice(4));
  return isAbsent && absent.length > 0 ? absent : words.filter((word) => !word.startsWith('off-'));
}

function newCharge(reference: string, body: Record<string, string>): Charge {
  const { cents = '0', money = 'usd', instrument, token } = body;
  const known = instrument === undefined ? token : instruments.get(instrument);
  const words = wordsOf(known ?? '', instrument !== undefined);
  const isUnderway = words.includes('bank');
  const isRefused = known === undefined || words.includes('refused');
  const charge: Charge = {
    reference,
    cents,
    money,
    words,
    state: isUnderway ? 'underway' : isRefused ? 'refused' : 'captured',
    ...(isRefused && { refusal: { reason: 'card_declined', issuer: 'do_not_honor' } }),
  };
  if (token !== undefined) charge.instrument = store(`of-${reference}`, token);
  if (isUnderway) {
    void pause(UNDERWAY_MS).then(() => {
      charge.state = isRefused ? 'refused' : 'captured';
      return tell(print(charge), words);
    });
  }
  return charge;
}

function store(key: string, token: string): string {
  const handle = `ins_${key}`;
  instruments.set(handle, token);
  return handle;
}

/** Tells the product of an outcome: once, twice at the same time, or followed by what was before. */
async function tell(printed: { state: string }, words: readonly string[]): Promise<void> {
  if (!words.includes('told')) return;
  const send = (state: string) =>
    fetch(notified, { method: 'POST', body: JSON.stringify({ ...printed, state }) }).catch(
      () => {},
    );
  const now = printed.state;
  await Promise.all(words.includes('twice') ? [send(now), send(now)] : [send(now)]);
  if (words.includes('disordered')) await send('underway');
}

async function charge(body: Record<string, string>): Promise<unknown> {
  const { reference = '' } = body;
  const known = charges.get(reference);
  if (known) return print(known);
  const made = newCharge(reference, body);
  const { words } = made;
  if (words.includes('dropped')) return undefined;
  if (words.includes('late')) {
    await pause(LATE_MS);
    const meanwhile = charges.get(reference);
    if (meanwhile) return print(meanwhile);
  }
  charges.set(reference, made);
  // It tells before it answers.
  if (made.state !== 'underway') await tell(print(made), words);
  return words.includes('lost') ? undefined : print(made);
}

function close(reference: string): unknown {
  const known = charges.get(reference);
  const asked = queries.get(reference) ?? 0;
  queries.set(reference, asked + 1);
  if (known?.words.includes('mute') && asked === 0) return undefined;
  if (known) return print(known);
  const refusal = { reason: 'processing_error', issuer: null };
  const closed: Charge = {
    reference,
    state: 'refused',
    cents: '0',
    money: 'usd',
    refusal,
    words: [],
  };
  charges.set(reference, closed);
  return print(closed);
}

/** The words for the refunds of a charge, without their `refund-`. */
function refundWordsOf(charge: Charge | undefined): string[] {
  const words = (charge?.words ?? []).filter((word) => word.startsWith('refund-'));
  return words.map((word) => word.slice('refund-'.length));
}

function newRefund({
  reference = '',
  charge: of = '',
  cents = '0',
  money,
}: Record<string, string>) {
  const charge = charges.get(of);
  const given = [...refunds.values()]
    .filter((other) => other.charge === of && other.state !== 'rejected')
    .reduce((sum, other) => sum + Number(other.cents), 0);
  const isPossible =
    charge?.state === 'captured' &&
    charge.money === money &&
    Number(cents) <= Number(charge.cents) - given;
  const words = refundWordsOf(charge);
  const isUnderway = isPossible && words.some((word) => ['later', 'rejected'].includes(word));
  const made: Refund = {
    reference,
    charge: of,
    cents,
    state: isUnderway ? 'underway' : isPossible ? 'done' : 'rejected',
    ...(isPossible ? {} : { why: 'not_refundable' }),
  };
  refunds.set(reference, made);
  if (isUnderway) {
    void pause(UNDERWAY_MS).then(() => {
      const isRejected = words.includes('rejected');
      Object.assign(made, isRejected ? { state: 'rejected', why: 'lost_card' } : { state: 'done' });
      return tell(made, words);
    });
  }
  return made;
}

async function refund(body: Record<string, string>): Promise<unknown> {
  const { reference = '', charge = '' } = body;
  const words = refundWordsOf(charges.get(charge));
  const known = refunds.get(reference);
  if (known) return known;
  if (words.includes('dropped')) return undefined;
  if (words.includes('late')) await pause(LATE_MS);
  const made = refunds.get(reference) ?? newRefund(body);
  if (made.state !== 'underway') await tell(made, words);
  return words.includes('lost') ? undefined : made;
}

function closeRefund(reference: string): Refund | undefined {
  const known = refunds.get(reference);
  const asked = queries.get(reference) ?? 0;
  queries.set(reference, asked + 1);
  if (asked === 0 && refundWordsOf(charges.get(known?.charge ?? '')).includes('mute')) return;
  if (known) return known;
  const closed: Refund = { reference, charge: '', cents: '0', state: 'rejected', why: 'unknown' };
  refunds.set(reference, closed);
  return closed;
}

/** The answer, or undefined where the connection breaks instead. */
async function answer(path: string, body: Record<string, string>): Promise<unknown> {
  switch (path) {
    case '/people': {
      const { id = '' } = body;
      people.set(id, people.get(id) ?? `person_${people.size + 1}`);
      return { person: people.get(id) };
    }
    case '/instruments': {
      const { key = '', token = '' } = body;
      if (wordsOf(token, false).includes('unattachable')) return { refusal: 'card_declined' };
      return { instrument: store(key, token) };
    }
    case '/charges':
      return charge(body);
    case '/charges/close':
      return close(body.reference ?? '');
    case '/refunds':
      return refund(body);
    case '/refunds/close':
      return closeRefund(body.reference ?? '');
    default:
      return {
        charges: [...charges.values()].map(print),
        refunds: [...refunds.values()],
        people: people.size,
      };
  }
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const given = await answer(request.url ?? '', text === '' ? {} : JSON.parse(text));
  if (given === undefined) {
    response.destroy();
    return;
  }
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(given));
}

const server = createServer((request, response) => void serve(request, response));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
// Ends with the tests that started it, however they end.
process.stdin.resume();
process.stdin.on('end', () => process.exit());
