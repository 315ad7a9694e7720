// A payment service in a process of its own, for tests: `node --import tsx server.ts <address for notifications>`
// prints its port. It keeps its own books, speaks its own language, and misbehaves as the token says
// (testing/http-processor/client.ts lists the words).

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type State = 'captured' | 'refused' | 'underway';

interface Charge {
  /** Its own reference. */
  id: string;
  /** The key of whoever asked. */
  reference: string;
  state: State;
  cents: string;
  money: string;
  refusal?: { reason: string; issuer: string | null };
  instrument?: string;
  words: readonly string[];
}

interface Refund {
  id: string;
  reference: string;
  charge: string;
  cents: string;
  state: 'done' | 'rejected' | 'underway';
  why?: string;
}

/** Longer than the client waits for an answer. */
const UNDERWAY_MS = 80;

const [notified = ''] = process.argv.slice(2);
const people = new Map<string, string>();
const instruments = new Map<string, string>();
/** By reference; the others by id. */
const prepared = new Map<string, { id: string; reference: string; cents: string; money: string }>();
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

function prepare({ reference = '', cents = '0', money = 'usd' }: Record<string, string>) {
  const id = `ch_${prepared.size + 1}`;
  const made = prepared.get(reference) ?? { id, reference, cents, money };
  prepared.set(reference, made);
  return made;
}

/** What was prepared, by its id. */
function find(id: string) {
  const found = [...prepared.values()].find((one) => one.id === id);
  return found ?? { id, reference: '', cents: '0', money: 'usd' };
}

function newCharge(id: string, body: Record<string, string>): Charge {
  const { reference, cents, money } = find(id);
  const { instrument, token } = body;
  const known = instrument === undefined ? token : instruments.get(instrument);
  const words = wordsOf(known ?? '', instrument !== undefined);
  const isUnderway = words.includes('bank');
  const isRefused = known === undefined || words.includes('refused');
  const charge: Charge = {
    id,
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
async function tell(
  printed: { state: string },
  words: readonly string[],
  send: (state: string) => Promise<unknown> = (state) => post({ ...printed, state }),
): Promise<void> {
  if (!words.includes('told')) return;
  const now = printed.state;
  await Promise.all(words.includes('twice') ? [send(now), send(now)] : [send(now)]);
  if (words.includes('disordered')) await send('underway');
}

/** Whether the product took it. */
async function post(printed: object): Promise<boolean> {
  const request = { method: 'POST', body: JSON.stringify(printed) };
  return (await fetch(notified, request).catch(() => null))?.ok ?? false;
}

/** Tells it again until the product, which may not have noted the answer to its request yet, has taken it. */
async function postUntilTaken(printed: object): Promise<void> {
  while (!(await post(printed))) await pause(UNDERWAY_MS);
}

async function charge(body: Record<string, string>): Promise<unknown> {
  const { id = '' } = body;
  const known = charges.get(id);
  if (known) return print(known);
  const made = newCharge(id, body);
  const { words } = made;
  if (words.includes('dropped')) return undefined;
  if (words.includes('late')) {
    await untilClosed(id);
    const meanwhile = charges.get(id);
    if (meanwhile) return print(meanwhile);
  }
  charges.set(id, made);
  // It tells before it answers.
  if (made.state !== 'underway') await tell(print(made), words);
  return words.includes('lost') ? undefined : print(made);
}

/** What goes on when a charge or a refund has been closed, by its id or its reference. */
const closings = new Map<string, () => void>();

/** Resolves when the client, which has given up by then, has closed a charge or a refund. */
function untilClosed(key: string): Promise<void> {
  return new Promise((resolve) => closings.set(key, resolve));
}

function look(id: string): unknown {
  const known = charges.get(id);
  const asked = queries.get(id) ?? 0;
  queries.set(id, asked + 1);
  if (known?.words.includes('mute') && asked === 0) return undefined;
  return known ? print(known) : { ...find(id), state: 'open' };
}

function close(id: string): unknown {
  const known = charges.get(id);
  if (known) return print(known);
  const refusal = { reason: 'processing_error', issuer: null };
  const closed: Charge = {
    ...find(id),
    state: 'refused',
    cents: '0',
    money: 'usd',
    refusal,
    words: [],
  };
  charges.set(id, closed);
  closings.get(id)?.();
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
    id: `re_${refunds.size + 1}`,
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
      return tell(made, words, (state) => postUntilTaken({ ...made, state }));
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
  if (words.includes('late')) await untilClosed(reference);
  const made = refunds.get(reference) ?? newRefund(body);
  if (made.state !== 'underway') await tell(made, words);
  return words.includes('lost') ? undefined : made;
}

/** By its key, or its own reference. */
function closeRefund({ id, reference: key = '' }: Record<string, string>): Refund | undefined {
  const reference = [...refunds.values()].find((one) => one.id === id)?.reference ?? key;
  const known = refunds.get(reference);
  const asked = queries.get(reference) ?? 0;
  queries.set(reference, asked + 1);
  if (asked === 0 && refundWordsOf(charges.get(known?.charge ?? '')).includes('mute')) return;
  if (known) return known;
  const made = `re_${refunds.size + 1}`;
  const never = { charge: '', cents: '0', state: 'rejected', why: 'unknown' } as const;
  const closed: Refund = { id: made, reference, ...never };
  refunds.set(reference, closed);
  closings.get(reference)?.();
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
    case '/charges/prepare':
      return prepare(body);
    case '/charges/look':
      return look(body.id ?? '');
    case '/charges':
      return charge(body);
    case '/charges/close':
      return close(body.id ?? '');
    case '/refunds':
      return refund(body);
    case '/refunds/close':
      return closeRefund(body);
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
