import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MAX_OF_ORGANIZATION } from '@/lib/api/event-streams';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { systemScope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { transaction } from '@/lib/database/connection/transaction';
import { nodeStreams } from '@/lib/resources/event-streams/service';
import { streamEvents } from '@/lib/resources/events/contract';
import { purgeOldEvents } from '@/lib/resources/events/jobs';
import type { EventKind } from '@/lib/resources/events/schema';
import { numbered, record } from '@/lib/resources/events/service';
import { removeMember } from '@/lib/resources/members/contract';
import { createOrganization } from '@/lib/resources/organizations/contract';
import { deleteToken } from '@/lib/resources/tokens/contract';
import { newId } from '@/lib/runtime/ids';
import { newSeller, ORIGIN, send } from '@/testing/accounts';
import { type Actor, callApi, dispatch } from '@/testing/call-api';
import { makeSeller, makeToken, type Seller } from '@/testing/factories';
import { makeApp, tokensFor } from '@/testing/oauth';
import { StreamReader } from '@/testing/streams';

const opened: StreamReader[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(opened.splice(0).map((reader) => reader.close().catch(() => {})));
});

/** Opens a stream through the API; throws where it is refused. */
async function open(as: Actor, query: object = {}, headers = {}): Promise<StreamReader> {
  const reader = new StreamReader(await ask(as, query, headers));
  opened.push(reader);
  return reader;
}

function ask(as: Actor, query: object = {}, headers: Record<string, string> = {}) {
  const search = new URLSearchParams(query as Record<string, string>);
  const sent = { Authorization: `Bearer ${as.token}`, ...headers };
  const url = `http://localhost:3000${streamEvents.path}?${search}`;
  return dispatch(streamEvents, new Request(url, { headers: sent }));
}

/** Records events of these kinds, in one transaction, and waits for their numbers. */
async function happen(
  { organizationId }: Seller,
  kinds: readonly EventKind[],
  more: object = {},
): Promise<void> {
  await transaction(systemScope(organizationId), async (scope) => {
    for (const kind of kinds) {
      await record(scope, { kind, organizationId, snapshot: { id: newId(), ...more } });
    }
  });
  await numbered();
}

const some = (count: number, kind: EventKind = 'product.updated') =>
  Array.from({ length: count }, () => kind);
const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place);

describe('a stream', () => {
  it('begins with what was missed and goes on with what happens', async () => {
    const as = await makeSeller();
    await happen(as, some(120));
    const stream = await open(as, { after: 0 });
    expect(await stream.numbers(120)).toEqual(upTo(120));
    await happen(as, some(3));
    const live = await stream.events(3);
    expect(live.map(({ number }) => number)).toEqual([121, 122, 123]);
    expect(live[0]).toMatchObject({ type: 'product.updated', organization_id: as.organizationId });
  });

  it('is written as server-sent events, one line an event, and says when to come back', async () => {
    const as = await makeSeller();
    await happen(as, ['order.created'], { note: 'one\ntwo' });
    const response = await ask(as, { after: 0 });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const stream = new StreamReader(response);
    opened.push(stream);
    const [event] = await stream.events(1);
    expect(stream.raw).toBe(
      `retry: 2000\nid: 0\n\nid: 1\nevent: order.created\ndata: ${JSON.stringify(event)}\n\n`,
    );
    expect(event?.data).toMatchObject({ note: 'one\ntwo' });
  });

  it('begins with what is new where no number is given', async () => {
    const as = await makeSeller();
    await happen(as, some(3));
    const stream = await open(as);
    expect(await stream.next()).toEqual({ id: 3 });
    await happen(as, some(1));
    expect(await stream.numbers(1)).toEqual([4]);
  });

  it('goes on after Last-Event-ID, which wins over `after`', async () => {
    const as = await makeSeller();
    await happen(as, some(5));
    const stream = await open(as, { after: 1 }, { 'Last-Event-ID': '3' });
    expect(await stream.numbers(2)).toEqual([4, 5]);
    const failure = await ask(as, {}, { 'Last-Event-ID': 'four' });
    expect(failure.status).toBe(422);
  });

  it('is 410 with the numbers that are kept where events were missed, by either number', async () => {
    const as = await makeSeller();
    await happen(as, some(5));
    await db(null).event.updateMany({
      where: { organizationId: as.organizationId, number: { lte: 2 } },
      data: { createdAt: new Date(Date.now() - 500 * DAY_MS) },
    });
    await purgeOldEvents(new Date());
    for (const answer of [
      await ask(as, { after: 1 }),
      await ask(as, {}, { 'Last-Event-ID': '6' }),
    ]) {
      expect(answer.status).toBe(410);
      expect(await answer.json()).toMatchObject({
        error: 'ResourceUnavailable',
        oldest_number: 3,
        newest_number: 5,
      });
    }
    expect(await (await open(as, { after: 0 })).numbers(3)).toEqual([3, 4, 5]);
  });

  it('leaves out other types, and those that the caller may not read', async () => {
    const seller = await makeSeller();
    const kinds = ['product.created', 'order.created', 'product.updated'] as const;
    const token = await makeToken({ userId: seller.userId }, { scopes: ['products:read'] });
    const [typed, limited] = [
      await open(seller, { type: 'order.*', after: 0 }),
      await open({ token }, { after: 0 }),
    ];
    for (let round = 0; round < 2; round += 1) await happen(seller, kinds);
    expect(await typed.numbers(2)).toEqual([2, 5]);
    expect(await limited.numbers(4)).toEqual([1, 3, 4, 6]);
    expect((await ask({ token }, { type: 'order.*' })).status).toBe(403);
  });

  it('asks a caller with several organizations which one it is about', async () => {
    const [as, other] = [await makeSeller(), await makeSeller()];
    const membership = {
      organizationId: other.organizationId,
      userId: as.userId,
      role: 'admin',
    } as const;
    await db(null).membership.create({ data: membership });
    expect((await ask(as)).status).toBe(422);
    const stranger = await makeSeller();
    expect((await ask(as, { organization_id: stranger.organizationId })).status).toBe(422);
    const stream = await open(as, { organization_id: other.organizationId });
    await happen(as, some(1));
    await happen(other, some(1));
    expect((await stream.events(1))[0]?.organization_id).toBe(other.organizationId);
  });
});

describe('while it is quiet', () => {
  it('a stream says every 15 seconds how far it has looked', async () => {
    const as = await makeSeller();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stream = await open(as, { type: 'order.created', after: 0 });
    await stream.next();
    const other = await open(as, { after: 0 });
    await happen(as, some(7));
    // What the other was given, this one has looked at.
    expect(await other.numbers(7)).toEqual(upTo(7));
    const said = () => {
      vi.advanceTimersByTime(15_000);
      return stream.next();
    };
    // Each stream looks at events at its own pace, so that this one may be behind the other.
    await expect.poll(said).toEqual({ id: 7 });
    expect(stream.raw).toMatch(/\n\nid: 7\n:\n\n$/);
  });
});

describe('streams of one organization', () => {
  it('get every event once, however many there are and whenever they begin', async () => {
    const as = await makeSeller();
    const readers = new Set<Promise<number[]>>();
    const join = async (after: number) => {
      const stream = await open(as, { after });
      readers.add(stream.numbers(60 - after));
    };
    const write = async (round: number) => {
      await happen(as, some(3));
      await join(round % 2 === 0 ? 0 : 3 * Math.floor(round / 2));
    };
    for (let round = 0; round < 20; round += 4) {
      await Promise.all([0, 1, 2, 3].map((nth) => write(round + nth)));
    }
    for (const numbers of await Promise.all(readers)) {
      expect(numbers).toEqual(upTo(60, 60 - numbers.length + 1));
    }
  });

  it('share one reading of what is new', async () => {
    const as = await makeSeller();
    let reads = 0;
    const node = nodeStreams();
    const { organizationId } = as;
    const source = {
      newest: async () => new Map(),
      newestAfter: async (_: string, after: number) => after,
      read: async (_: string, { after }: { after: number }) => {
        reads += 1;
        return after >= 1 ? [] : [{ number: 1, type: 'order.created', text: '{}' }];
      },
    };
    const shared = new (node.constructor as new (given: typeof source) => typeof node)(source);
    const streams = Array.from({ length: 20 }, () =>
      shared.open({
        organizationId,
        after: 0,
        types: null,
        holders: [],
        typesNow: async () => null,
        withPlaces: (work) => work(),
      }),
    ).map((response) => new StreamReader(response));
    for (const stream of streams) {
      await stream.next();
      expect((await stream.next())?.id).toBe(1);
    }
    expect(reads).toBeLessThan(4);
    await Promise.all(streams.map((stream) => stream.close()));
  });

  it('are 100 at most; one that ends makes room', async () => {
    const as = await makeSeller();
    const streams = await Promise.all(Array.from({ length: MAX_OF_ORGANIZATION }, () => open(as)));
    const refused = await ask(as);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    const other = await makeSeller();
    await open(other);
    await streams[0]?.close();
    await open(as);
  });
});

describe('streams of a node', () => {
  it('are 1,000 at most, whosever they are', async () => {
    const node = nodeStreams();
    const quiet = {
      newest: async () => new Map(),
      newestAfter: async (_: string, after: number) => after,
      read: async () => [],
    };
    const full = new (node.constructor as new (given: object) => typeof node)(quiet);
    onTestFinished(() => full.stop());
    const openOf = (organizationId: string) =>
      full.open({
        organizationId,
        after: 0,
        types: null,
        holders: [],
        typesNow: async () => null,
        withPlaces: (work) => work(),
      });
    const organizations = Array.from({ length: 10 }, () => newId());
    for (const id of organizations) {
      for (let nth = 0; nth < MAX_OF_ORGANIZATION; nth += 1) openOf(id);
    }
    expect(full.size).toBe(1000);
    expect(() => openOf(newId())).toThrow(
      expect.objectContaining({ name: 'TooManyRequests', message: 'Too many streams are open.' }),
    );
  });
});

describe('the rights of an open stream', () => {
  // Also before the node listens, as here: it is its first stream.
  it('end where its reader signs out, at once', async () => {
    const { cookie } = await newSeller();
    const own = { headers: { cookie, Origin: ORIGIN } };
    const body = { name: 'Paper', slug: `paper-${newId()}` };
    await callApi(createOrganization, { body }, own);
    const url = `${ORIGIN}${streamEvents.path}`;
    const answer = await dispatch(streamEvents, new Request(url, { headers: { cookie } }));
    const stream = new StreamReader(answer);
    opened.push(stream);
    await stream.next();
    await send('sign-out', {}, { cookie });
    expect(await stream.rest()).toEqual([]);
  });

  it.each(['user', 'organization'] as const)(
    'end with what an app may do for a %s, at once',
    { tags: 'soak' },
    async (sub_type) => {
      const { cookie } = await newSeller();
      const own = { headers: { cookie, Origin: ORIGIN } };
      const body = { name: 'Paper', slug: `paper-${newId()}` };
      const { id: organizationId } = await callApi(createOrganization, { body }, own);
      const app = await makeApp(cookie);
      const scope = 'products:write';
      const { access_token: token } = await tokensFor(cookie, app, { scope, sub_type });
      const stream = await open({ token }, { after: 0 });
      await happen({ organizationId } as Seller, some(1));
      expect(await stream.numbers(1)).toEqual([1]);
      const grant = await db(null).oAuthGrant.findFirstOrThrow({
        where: { clientId: app.client_id },
      });
      const revoked = await send('revoke-connected-app', { id: grant.id }, { cookie });
      expect(revoked.status).toBe(204);
      expect(await stream.rest()).toEqual([]);
    },
  );

  it('end with its token, at once', async () => {
    const seller = await makeSeller();
    const token = await makeToken({ organizationId: seller.organizationId });
    const [stream, kept] = [await open({ token }), await open(seller)];
    await happen(seller, some(1));
    expect(await stream.numbers(1)).toEqual([1]);
    const row = await db(null).token.findFirstOrThrow({
      where: { organizationId: seller.organizationId },
    });
    await callApi(deleteToken, { params: { id: row.id } }, { as: seller });
    expect(await stream.rest()).toEqual([]);
    await happen(seller, some(1));
    expect(await kept.numbers(2)).toEqual([1, 2]);
  });

  it('end with the membership, at once', async () => {
    const [seller, other] = [await makeSeller(), await makeSeller()];
    const { organizationId } = seller;
    const { userId } = other;
    await db(null).membership.create({ data: { organizationId, userId, role: 'member' } });
    const stream = await open(other, { organization_id: organizationId });
    await happen(seller, some(1));
    expect(await stream.numbers(1)).toEqual([1]);
    await callApi(
      removeMember,
      { params: { id: organizationId, user_id: userId } },
      { as: seller },
    );
    expect(await stream.rest()).toEqual([]);
  });

  it('are checked again each minute', async () => {
    const seller = await makeSeller();
    const token = await makeToken({ organizationId: seller.organizationId });
    const stream = await open({ token });
    await stream.next();
    // They are checked when the node begins to listen.
    const listening = () => db(null).$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND query = 'LISTEN rights' AND state = 'idle'`;
    await expect.poll(async () => (await listening()).length).toBe(1);
    // Nobody is told of the end of a token by its time.
    await db(null).token.updateMany({
      where: { organizationId: seller.organizationId },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 61_000);
    expect(await stream.rest()).toEqual([]);
    clock.mockRestore();
  });
});

describe('a reader', () => {
  it('that does not drain 1 MiB is cut off, and goes on from where he was', {
    tags: 'soak',
  }, async () => {
    const as = await makeSeller();
    const [slow, quick] = [await open(as), await open(as)];
    await Promise.all([slow.next(), quick.next()]);
    const text = 'x'.repeat(60_000);
    let last = 0;
    for (let round = 0; round < 25; round += 1) {
      await happen(as, some(1), { text });
      [last = 0] = await quick.numbers(1);
    }
    expect(last).toBe(25);
    // What was written before is lost with the connection.
    await expect(slow.rest()).rejects.toThrow();
    const again = await open(as, {}, { 'Last-Event-ID': '0' });
    expect(await again.numbers(25)).toEqual(upTo(25));
  });

  it('that drains what he missed slowly is given it in parts', { tags: 'soak' }, async () => {
    const as = await makeSeller();
    await happen(as, some(200), { text: 'x'.repeat(20_000) });
    const stream = await open(as, { after: 0 });
    for (let round = 0; round < 4; round += 1) {
      expect(await stream.numbers(50)).toEqual(upTo(50 * (round + 1), 50 * round + 1));
      await happen(as, some(1));
    }
    expect(await stream.numbers(4)).toEqual([201, 202, 203, 204]);
  });
});

describe('nodes', () => {
  it('each have all events of a database once, and hand their readers over when they stop', async () => {
    const as = await makeSeller();
    const nodes = [nodeStreams(), nodeStreams()] as const;
    const { organizationId } = as;
    const openAt = (node: (typeof nodes)[number], after: number) =>
      new StreamReader(
        node.open({
          organizationId,
          after,
          types: null,
          holders: [],
          typesNow: async () => null,
          withPlaces: (work) => work(),
        }),
      );
    const [leaving, staying] = [openAt(nodes[0], 0), openAt(nodes[1], 0)];
    const writing = (async () => {
      for (let round = 0; round < 20; round += 1) await happen(as, some(5));
    })();
    const before = await leaving.numbers(30);
    await nodes[0].stop();
    const seen = [...before, ...(await leaving.rest())];
    const back = openAt(nodes[1], seen.length);
    seen.push(...(await back.numbers(100 - seen.length)));
    await writing;
    expect(seen).toEqual(upTo(100));
    expect(await staying.numbers(100)).toEqual(upTo(100));
    // What is opened at one that stops ends, and is told when to come back.
    const late = openAt(nodes[0], 0);
    expect(await late.rest()).toEqual([]);
    expect(late.raw).toContain('retry: 2000');
    await nodes[1].stop();
  });

  it('find what nobody has told them within a second', async () => {
    const as = await makeSeller();
    const stream = await open(as);
    await stream.next();
    await happen(as, some(1));
    expect(await stream.numbers(1)).toEqual([1]);
    // As a node that is not told: the number is given by a statement that does not notify.
    await db(null).event.create({
      data: {
        id: newId(),
        organizationId: as.organizationId,
        kind: 'product.created',
        objectId: newId(),
        snapshot: { id: 1 },
        actor: { type: 'system' },
        number: 2,
      },
    });
    await execute(
      null,
      sql`UPDATE event_counters SET last_number = 2 WHERE organization_id = ${as.organizationId}::uuid`,
    );
    expect(await stream.numbers(1)).toEqual([2]);
  });
});
