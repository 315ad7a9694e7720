/** An error that the operator has to fix: its message is one sentence, shown without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** The code of a system or database error (`ENOENT`, `42P01`), if it has one. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
