import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pool } from '@/lib/database/connection/client';
import { compareClocks } from '@/lib/database/connection/clock-check';
import { isClockWrong, realTime, replaceClock } from '@/lib/runtime/clock';
import { provideSettings } from '@/lib/runtime/env';
import { startWorkerByClock } from '@/lib/runtime/jobs/node-work';

const DAYS_MS = 3 * 86_400_000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  replaceClock(null);
  provideSettings({ CLOCK_TOLERANCE_SECONDS: '' });
});

/** Sets this computer's clock forward, or back; the database keeps its own. */
function shift(milliseconds: number): void {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
}

describe('the clock of a node', () => {
  it.each([DAYS_MS, -DAYS_MS])(
    'is wrong %s ms from the database’s, whose time then counts',
    async (ms) => {
      shift(ms);
      expect(Math.abs((await compareClocks()) - ms)).toBeLessThan(60_000);
      expect(isClockWrong()).toBe(true);
      const own = Date.now();
      expect(Math.abs(realTime().getTime() + ms - own)).toBeLessThan(60_000);
      shift(0);
      await compareClocks();
      expect(isClockWrong()).toBe(false);
    },
  );

  it('is right within CLOCK_TOLERANCE_SECONDS, or whatever it shows where that is 0', async () => {
    shift(30_000);
    await compareClocks();
    expect(isClockWrong()).toBe(false);
    provideSettings({ CLOCK_TOLERANCE_SECONDS: '1' });
    await compareClocks();
    expect(isClockWrong()).toBe(true);
    provideSettings({ CLOCK_TOLERANCE_SECONDS: '0' });
    await compareClocks();
    expect(isClockWrong()).toBe(false);
  });

  it('is not wrong because the database answers late', { tags: 'soak' }, async () => {
    const ask = pool().query.bind(pool()) as (text: string) => Promise<unknown>;
    const late = async (text: string) => {
      const answer = await ask(text);
      await sleep(400);
      return answer;
    };
    vi.spyOn(pool(), 'query').mockImplementation(late as never);
    expect(Math.abs(await compareClocks())).toBeLessThan(50);
  });

  it('lets the worker run only while it is right', { tags: 'soak' }, async () => {
    let runs = 0;
    let ran = () => {};
    const periodic = [
      {
        name: 'count_runs',
        run: async () => {
          runs += 1;
          ran();
        },
      },
    ];
    replaceClock({ time: Date.now(), readAt: performance.now() });
    const worker = startWorkerByClock({ periodic, handlers: [] });
    await sleep(3000);
    expect(runs).toBe(0);
    const running = new Promise<void>((resolve) => {
      ran = resolve;
    });
    replaceClock(null);
    await running;
    await worker.stop();
  });
});
