import { readOptions, readSeller } from '@/lib/runtime/cli/arguments';
import { withDatabase } from '@/lib/runtime/cli/database';
import { printLines, reportFailure } from '@/lib/runtime/cli/terminal';
import { OperatorError } from '@/lib/runtime/operator-error';

const USAGE = 'Use: npm run --silent account -- --email <seller> --remove-factors';

try {
  const email = readArguments();
  printLines(await withDatabase(() => removeFactors(email)));
} catch (error) {
  reportFailure(error);
}

function readArguments(): string {
  const options = { email: { type: 'string' }, 'remove-factors': { type: 'boolean' } } as const;
  const given = readOptions(options, USAGE);
  const email = readSeller(given.email, USAGE);
  if (!given['remove-factors']) throw new OperatorError(USAGE);
  return email.toLowerCase();
}

async function removeFactors(email: string): Promise<string> {
  const service = await import('@/lib/resources/second-factors/service');
  const isRemoved = await service.removeFactors(email, new Date());
  if (isRemoved === null) throw new OperatorError(`No seller has the address ${email}.`);
  return isRemoved
    ? `Authenticator app, recovery codes and passkeys of ${email} are removed. The password alone signs in now.`
    : `${email} has no authenticator app and no passkey.`;
}
