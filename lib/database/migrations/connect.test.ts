import { afterEach, describe, expect, test, vi } from 'vitest';
import { waitForDatabase } from '@/lib/database/migrations/connect';
import { env } from '@/lib/runtime/env';
import { log } from '@/lib/runtime/log';
import { DatabaseProxy } from '@/testing/database-proxy';

const address = env().DATABASE_URL ?? '';
afterEach(() => vi.restoreAllMocks());

/** The database's address with another part. */
function addressWith(change: Partial<Pick<URL, 'password' | 'pathname'>>): string {
  return Object.assign(new URL(address), change).href;
}

describe('a start', () => {
  test('waits for a database that is absent, and says so', async () => {
    const { proxy, url } = await DatabaseProxy.start(address);
    const restore = await proxy.cut();
    const [warn, info] = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'info')];
    const waiting = waitForDatabase(url, 60);
    await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(0);
    const { host } = new URL(url);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(
        `^Waiting up to 60 s \\(DATABASE_WAIT_SECONDS\\) for the database at ${host}: .*ECONNREFUSED`,
      ),
    );
    await restore();
    await waiting;
    expect(info).toHaveBeenCalledExactlyOnceWith(`The database at ${host} answers.`);
    await proxy.stop();
  });

  test('ends when it has waited for as long as is set, or is stopped', async () => {
    const { proxy, url } = await DatabaseProxy.start(address);
    await proxy.cut();
    await expect(waitForDatabase(url, 0)).rejects.toThrow(
      /cannot be reached: .*ECONNREFUSED.* The database does not answer/,
    );
    const stop = new AbortController();
    const warn = vi.spyOn(log, 'warn');
    const waiting = waitForDatabase(url, 60, stop.signal);
    const ended = expect(waiting).rejects.toThrow(/aborted/);
    await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(0);
    stop.abort();
    await ended;
  });

  test.each([
    [
      'a wrong password',
      { password: 'wrong' },
      /Check the user and the password in DIRECT_DATABASE_URL/,
    ],
    [
      'a database that does not exist',
      { pathname: '/nowhere' },
      /"nowhere" does not exist. Make that database/,
    ],
  ])('ends at once for %s', async (_, change, advice) => {
    const warn = vi.spyOn(log, 'warn');
    await expect(waitForDatabase(addressWith(change), 60)).rejects.toThrow(advice);
    expect(warn).not.toHaveBeenCalled();
  });
});
