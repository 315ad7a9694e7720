import { outageOf } from '@/lib/database/connection/errors';
import { messageOf, OperatorError } from '@/lib/runtime/operator-error';

/** Prints lines for whoever runs a command. */
export function printLines(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Prints why a command failed: one sentence, and a stack only where the fault is the product's. */
export function reportFailure(error: unknown): void {
  const outage = error instanceof OperatorError ? undefined : outageOf(error);
  const unexpected = error instanceof Error && !(error instanceof OperatorError);
  const reason = outage ? `${outage.advice} (${messageOf(error)})` : messageOf(error);
  process.stderr.write(`${(!outage && unexpected && error.stack) || reason}\n`);
  process.exitCode = 1;
}
