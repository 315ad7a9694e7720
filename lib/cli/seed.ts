import { withDatabase } from '@/lib/cli/database';
import { reportFailure, say } from '@/lib/cli/terminal';
import { OperatorError } from '@/lib/operator-error';

// npm run seed: the demo seller and organization, on the configured database or the embedded one.
// Made again where it is there already, with a new password.

try {
  const demo = await withDatabase(async () => {
    const { seedDemo } = await import('@/prisma/seed');
    return seedDemo();
  });
  if (!demo) throw new OperatorError('Another organization has the slug "demo".');
  say(`Sign in as ${demo.email}, password ${demo.password}`);
} catch (error) {
  reportFailure(error);
}
