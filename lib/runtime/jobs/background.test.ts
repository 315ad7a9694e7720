import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startBackground } from '@/lib/runtime/jobs/background';

test('tasks run again and again, never two at once, and one failure stops no other', async () => {
  const runs = { failing: 0, slow: 0 };
  let running = 0;
  let enough: () => void = () => {};
  const thrice = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const background = startBackground(
    [
      {
        name: 'failing',
        run: async () => {
          runs.failing += 1;
          throw new Error('on purpose');
        },
      },
      {
        name: 'slow',
        run: async () => {
          running += 1;
          expect(running).toBe(1);
          await turn();
          running -= 1;
          if (++runs.slow === 3) enough();
        },
      },
    ],
    1,
  );
  await thrice;
  await background.stop();
  expect(running).toBe(0);
  expect(runs.failing).toBeGreaterThanOrEqual(3);
});
