import { Logger } from 'graphile-worker';
import { log } from '@/lib/runtime/log';

const LEVELS = { error: 'warn', warning: 'warn', info: 'debug', debug: 'debug' } as const;

/**
 * What graphile-worker says, in the product's log, at a lower level: failed jobs and lost connections are
 * logged by the worker itself, with what to do.
 */
export const workerLogger = new Logger(() => (level, message) => log[LEVELS[level]](message));
