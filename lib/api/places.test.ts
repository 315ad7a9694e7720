import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Bound,
  type Claim,
  Places,
  placesForLater,
  whileHolding,
  withoutPlace,
} from '@/lib/api/places';

const bound = (key: string, places: number, most = 1000): Bound => ({ key, places, most });
const claim = (line: string, ...bounds: Bound[]): Claim => ({ line, bounds });
const never = () => new AbortController().signal;

/** Work that goes on until it is told to end. */
function makeWork() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}

/** Has a request wait for its places, and notes when it has them. */
function begin(places: Places, wanted: Claim, abandoned = never) {
  const { ended, end } = makeWork();
  const request = { hasBegun: false, end, done: Promise.resolve() };
  request.done = whileHolding(places, wanted, abandoned, () => {
    request.hasBegun = true;
    return ended;
  });
  return request;
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('places', () => {
  it('are never exceeded, all get their turn, and who has some leaves the last to others', async () => {
    const organization = fc.constantFrom('one', 'two', 'three');
    const request = fc.record({
      caller: fc.constantFrom('ada', 'bob', 'eve'),
      organization,
      isBuyer: fc.boolean(),
      goesAway: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(request, { maxLength: 40 }),
        async (total, each, requests) => {
          const places = new Places(total);
          const taken = new Map<string, number>();
          let all = 0;
          const send = async ({ caller, organization: of, isBuyer, goesAway }: typeof sample) => {
            const half = Math.max(1, Math.floor(each / 2));
            const bounds = isBuyer
              ? [bound(`buyers ${of}`, half), bound(of, each)]
              : [bound(caller, each), bound(of, each)];
            const client = new AbortController();
            const done = whileHolding(
              places,
              claim(isBuyer ? `buyers ${of}` : `${caller} ${of}`, ...bounds),
              () => client.signal,
              async () => {
                const had = bounds.map(({ key }) => taken.get(key) ?? 0);
                expect(all).toBeLessThan(total);
                bounds.forEach(({ places: most }, nth) => void expect(had[nth]).toBeLessThan(most));
                if (all === total - 1) expect(had.every((count) => count === 0)).toBe(true);
                const add = (by: number) => {
                  all += by;
                  for (const { key } of bounds) taken.set(key, (taken.get(key) ?? 0) + by);
                };
                add(1);
                await settled();
                add(-1);
                await withoutPlace(settled);
              },
            );
            if (goesAway) client.abort();
            await (goesAway
              ? done.catch((error) => expect(error).toHaveProperty('status', 503))
              : done);
          };
          const sample = { caller: '', organization: '', isBuyer: false, goesAway: false };
          await Promise.all(requests.map(send));
          expect(all).toBe(0);
          // Nothing is left taken: as many as ever can begin.
          const fresh = Array.from({ length: total }, (_, nth) =>
            begin(places, claim(`${nth}`, bound(`${nth}`, 1))),
          );
          await settled();
          expect(fresh.every(({ hasBegun }) => hasBegun)).toBe(true);
          for (const { end } of fresh) end();
          await Promise.all(fresh.map(({ done }) => done));
        },
      ),
    );
  });

  it('go to the lines in turn, and in a line in order, past those who cannot begin', async () => {
    const places = new Places(2);
    const first = begin(places, claim('first', bound('first', 1)));
    const flood = ['a', 'b', 'c'].map((name) =>
      begin(places, claim('flood', bound(name, 1), bound('flood', 3))),
    );
    const other = begin(places, claim('other', bound('other', 1)));
    await settled();
    expect([first, ...flood, other].map(({ hasBegun }) => hasBegun)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    // One of the flood has a place, so the free one goes to the other line first.
    first.end();
    await settled();
    expect(other.hasBegun).toBe(true);
    flood[0]?.end();
    await settled();
    expect(flood.map(({ hasBegun }) => hasBegun)).toEqual([true, true, false]);
    other.end();
    flood[1]?.end();
    await settled();
    flood[2]?.end();
    await Promise.all([first, other, ...flood].map(({ done }) => done));
  });

  it('are refused with 429 where too many wait', async () => {
    const places = new Places(5);
    const wanted = claim('line', bound('caller', 1, 2));
    const [running, waiting] = [begin(places, wanted), begin(places, wanted)];
    await expect(begin(places, wanted).done).rejects.toMatchObject({ status: 429 });
    running.end();
    waiting.end();
    await Promise.all([running.done, waiting.done]);
  });

  it('are had by others while their request waits for something else, which is then next', async () => {
    const places = new Places(5);
    const wanted = claim('line', bound('caller', 1, 2));
    const answer = makeWork();
    const seen: string[] = [];
    const asking = whileHolding(places, wanted, never, async () => {
      await withoutPlace(async () => {
        await answer.ended;
      });
      seen.push('asked');
    });
    await settled();
    const second = begin(places, wanted);
    await settled();
    expect(second.hasBegun).toBe(true);
    const third = begin(places, wanted);
    answer.end();
    await settled();
    expect([seen, third.hasBegun]).toEqual([[], false]);
    second.end();
    await asking;
    await settled();
    expect([seen, third.hasBegun]).toEqual([['asked'], true]);
    third.end();
    await Promise.all([second.done, third.done]);
  });

  it('are not kept by what a request left behind when it ended', async () => {
    const places = new Places(1);
    const wanted = claim('line', bound('caller', 1));
    const [late, left] = [makeWork(), { done: Promise.resolve() }];
    await whileHolding(places, wanted, never, async () => {
      left.done = withoutPlace(() => late.ended);
    });
    late.end();
    await left.done;
    const next = begin(places, wanted);
    await settled();
    expect(next.hasBegun).toBe(true);
    next.end();
    await next.done;
  });
});

describe('what outlives its request', () => {
  it('gives no place back twice', async () => {
    const places = new Places(2);
    const { ended, end } = makeWork();
    let late = Promise.resolve();
    await whileHolding(places, claim('one', bound('one', 2)), never, async () => {
      late = ended.then(() => withoutPlace(async () => {}));
    });
    end();
    await late;
    const requests = ['two', 'three', 'four'].map((line) =>
      begin(places, claim(line, bound(line, 2))),
    );
    await settled();
    expect(requests.map(({ hasBegun }) => hasBegun)).toEqual([true, true, false]);
    for (const { end: done } of requests) done();
    await Promise.all(requests.map(({ done }) => done));
  });

  it('is done with places again, and holds none in between', async () => {
    const places = new Places(2);
    const wanted = claim('one', bound('one', 1));
    let running = 0;
    let most = 0;
    const part = async () => {
      running += 1;
      most = Math.max(most, running);
      await settled();
      running -= 1;
    };
    const withPlaces = await Promise.all(
      Array.from({ length: 12 }, () =>
        whileHolding(places, wanted, never, async () => placesForLater()),
      ),
    );
    await Promise.all(withPlaces.map((later) => later(part)));
    expect(most).toBe(1);
    const other = begin(places, wanted);
    await settled();
    expect(other.hasBegun).toBe(true);
    other.end();
    await other.done;
  });
});
