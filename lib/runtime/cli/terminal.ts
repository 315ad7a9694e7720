import { outageOf } from '@/lib/database/connection/errors';
import { messageOf, OperatorError } from '@/lib/runtime/operator-error';

/** Prints lines for the user of a command. */
export function printLines(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Prints why a command failed: an operator's error as one sentence, other errors with their stack. */
export function reportFailure(error: unknown): void {
  const outage = error instanceof OperatorError ? undefined : outageOf(error);
  const unexpected = error instanceof Error && !(error instanceof OperatorError);
  const reason = outage ? `${outage.advice} (${messageOf(error)})` : messageOf(error);
  process.stderr.write(`${(!outage && unexpected && error.stack) || reason}\n`);
  process.exitCode = 1;
}
