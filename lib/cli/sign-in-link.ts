import { parseArgs } from 'node:util';
import { Email } from '@/lib/api/fields';
import { withDatabase } from '@/lib/cli/database';
import { reportFailure, say } from '@/lib/cli/terminal';
import { OperatorError } from '@/lib/operator-error';

const USAGE = 'Use: npm run --silent sign-in-link -- --email <seller>';

try {
  const email = readEmail();
  say(await withDatabase(() => makeLink(email)));
} catch (error) {
  reportFailure(error);
}

function readEmail(): string {
  let given: string | undefined;
  try {
    given = parseArgs({ options: { email: { type: 'string' } } }).values.email;
  } catch {
    throw new OperatorError(USAGE);
  }
  const email = Email.safeParse(given);
  if (!email.success) throw new OperatorError(`Name the seller by e-mail address. ${USAGE}`);
  return email.data;
}

async function makeLink(email: string): Promise<string> {
  const { createSignInLink } = await import('@/lib/accounts/service');
  const link = await createSignInLink(email);
  if (!link) throw new OperatorError(`No seller has the address ${email}.`);
  return link;
}
