import { type ParseArgsConfig, parseArgs } from 'node:util';
import { Email } from '@/lib/contract/fields';
import { OperatorError } from '@/lib/runtime/operator-error';

/** The options of a command. Throws an {@link OperatorError} with its usage where they are others. */
export function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ options }).values;
  } catch {
    throw new OperatorError(usage);
  }
}

/** The address that a command names a seller by. Throws an {@link OperatorError} where it is none. */
export function readSeller(email: string | undefined, usage: string): string {
  const read = Email.safeParse(email);
  if (!read.success) throw new OperatorError(`Name the seller by email address. ${usage}`);
  return read.data;
}
