import { readOptions, readSeller } from '@/lib/runtime/cli/arguments';
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
  const options = { email: { type: 'string' }, 'take-over': { type: 'boolean' } } as const;
  const given = readOptions(options, USAGE);
  return { email: readSeller(given.email, USAGE), takeOver: given['take-over'] ?? false };
}

async function makeLink({ email, takeOver }: Wanted): Promise<string> {
  const { createSignInLink } = await import('@/lib/resources/sign-in/service');
  const link = await createSignInLink(email, { takeOver });
  if (!link) throw new OperatorError(`No seller has the address ${email}.`);
  return link;
}
