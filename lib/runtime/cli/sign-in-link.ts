import { parseArgs } from 'node:util';
import { Email } from '@/lib/contract/fields';
import { withDatabase } from '@/lib/runtime/cli/database';
import { printLines, reportFailure } from '@/lib/runtime/cli/terminal';
import { OperatorError } from '@/lib/runtime/operator-error';

const USAGE = 'Use: npm run --silent sign-in-link -- --email <seller> [--take-over]';

try {
  const wanted = readArguments();
  printLines(await withDatabase(() => makeLink(wanted)));
} catch (error) {
  reportFailure(error);
}

interface Wanted {
  email: string;
  takeOver: boolean;
}

function readArguments(): Wanted {
  const given = parse();
  const email = Email.safeParse(given.email);
  if (!email.success) throw new OperatorError(`Name the seller by email address. ${USAGE}`);
  return { email: email.data, takeOver: given['take-over'] ?? false };
}

function parse() {
  const options = { email: { type: 'string' }, 'take-over': { type: 'boolean' } } as const;
  try {
    return parseArgs({ options }).values;
  } catch {
    throw new OperatorError(USAGE);
  }
}

async function makeLink({ email, takeOver }: Wanted): Promise<string> {
  const { createSignInLink } = await import('@/lib/resources/sign-in/service');
  const link = await createSignInLink(email, { takeOver });
  if (!link) throw new OperatorError(`No seller has the address ${email}.`);
  return link;
}
