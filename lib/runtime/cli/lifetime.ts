import { printLines, reportFailure } from '@/lib/runtime/cli/terminal';
import { log } from '@/lib/runtime/log';

/** Interrupts within this time count as one: Ctrl-C reaches npm and Node, and npm forwards its own. */
const INTERRUPT_WINDOW_MS = 2000;

/** After this time the process ends without waiting further. */
const MAX_SHUTDOWN_MS = 60_000;

/** Runs a process until a signal, then closes everything that it opened. */
export interface Lifetime {
  /**
   * Aborted by the first SIGINT or SIGTERM; a second Ctrl-C ends the process at once. A second SIGTERM does not: where
   * a supervisor signals npm and Node, npm forwards its own, on a busy computer seconds later.
   */
  readonly signal: AbortSignal;
  /** Registers what has to be closed; closed in reverse order. */
  onEnd(close: () => Promise<void> | void): void;
  /** Resolves at the first signal. */
  untilSignal(): Promise<void>;
  /** Closes everything that is registered. */
  end(): Promise<void>;
}

/** Starts listening for signals. */
export function beginLifetime(): Lifetime {
  const controller = new AbortController();
  const opened: (() => Promise<void> | void)[] = [];
  let asked = Number.POSITIVE_INFINITY;
  // Sent when a terminal is closed; other servers reload their settings. It would end the process.
  process.on('SIGHUP', () => {});
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      const isRepeated = Date.now() - asked > INTERRUPT_WINDOW_MS;
      if (name === 'SIGINT' && isRepeated) process.exit(1);
      asked = Math.min(asked, Date.now());
      controller.abort();
    });
  }
  return {
    signal: controller.signal,
    onEnd: (close) => {
      opened.push(close);
    },
    untilSignal: () =>
      new Promise((resolve) => {
        if (controller.signal.aborted) resolve();
        else controller.signal.addEventListener('abort', () => resolve(), { once: true });
      }),
    end: async () => {
      setTimeout(() => process.exit(1), MAX_SHUTDOWN_MS).unref();
      for (const close of opened.splice(0).reverse()) await close();
    },
  };
}

/** Runs a command that serves: starts it, waits for a signal, closes what it opened, and ends the process. */
export async function serve(start: (lifetime: Lifetime) => Promise<void>): Promise<never> {
  const lifetime = beginLifetime();
  // Whoever read the output has gone. Without a listener each failed write is an exception, which Next prints, which
  // fails again: the process would be busy with that alone and no longer take signals.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  try {
    await start(lifetime);
    await lifetime.untilSignal();
    printLines('Stopping…');
  } catch (error) {
    if (!lifetime.signal.aborted) reportFailure(error);
  }
  await lifetime.end().catch(reportFailure);
  process.exit();
}
