import { messageOf, OperatorError } from '@/lib/operator-error';

/** Prints lines for whoever runs a command. */
export function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Prints why a command failed: one sentence, and a stack only where the fault is the product's. */
export function reportFailure(error: unknown): void {
  const unexpected = error instanceof Error && !(error instanceof OperatorError);
  process.stderr.write(`${(unexpected && error.stack) || messageOf(error)}\n`);
  process.exitCode = 1;
}
