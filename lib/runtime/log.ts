import pino, { type Logger, type LoggerOptions } from 'pino';
import { logDestination } from '@/lib/runtime/log-destination';

const SECRET_NAME = /authorization|cookie|password|token|secret|key|e-?mail/i;
const SECRET_TEXT =
  /[^\s@<>()"'=]+@[^\s@<>()"'=]+\.\w+|\b(?:td_[a-z]+|sk|rk|whsec)_[\w-]+|Bearer\s+\S+|:\/\/[^\s/@]+@/g;
const HIDDEN = '[hidden]';
const MAX_DEPTH = 6;

/**
 * A redacted copy of what is logged: without fields that have a secret's name, and without addresses and
 * tokens in text. Of database errors the details with values are left out.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replace(SECRET_TEXT, HIDDEN);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return HIDDEN;
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (value instanceof Error) {
    const code = 'code' in value ? value.code : undefined;
    const { name, message, stack, cause } = value;
    return redact({ type: name, message, code, stack, ...(cause ? { cause } : {}) }, depth + 1);
  }
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    SECRET_NAME.test(name) && inner !== undefined ? HIDDEN : redact(inner, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

const globals = globalThis as unknown as { tilldeskLog?: Logger };

function create(): Logger {
  const { level, stream } = logDestination();
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error) => error },
    formatters: {
      level: (label) => ({ level: label }),
      log: (fields) => redact(fields) as Record<string, unknown>,
    },
    hooks: {
      logMethod(args, method) {
        const [first, ...rest] = args as unknown[];
        const fields = first instanceof Error ? [{ err: first }, first.message] : [first];
        const safe = [...fields, ...rest].map((arg) =>
          typeof arg === 'object' ? arg : redact(arg),
        );
        method.apply(this, safe as Parameters<typeof method>);
      },
    },
  };
  return pino(options, stream);
}

/**
 * The log of the process: one JSON object per line (destination: `log-destination.ts`), without tokens,
 * secrets, keys and email addresses. Created at its first use, when the settings are known.
 */
export const log: Pick<Logger, 'fatal' | 'error' | 'warn' | 'info' | 'debug'> = {
  fatal: (...args: unknown[]) => write('fatal', args),
  error: (...args: unknown[]) => write('error', args),
  warn: (...args: unknown[]) => write('warn', args),
  info: (...args: unknown[]) => write('info', args),
  debug: (...args: unknown[]) => write('debug', args),
};

function write(level: 'fatal' | 'error' | 'warn' | 'info' | 'debug', args: unknown[]): void {
  // One logger per process, also where a bundler loads this module twice.
  globals.tilldeskLog ??= create();
  const logger = globals.tilldeskLog;
  Reflect.apply(logger[level], logger, args);
}
