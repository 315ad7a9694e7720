import { readOptions } from '@/lib/runtime/cli/arguments';
import { withDatabase } from '@/lib/runtime/cli/database';
import { printLines, reportFailure } from '@/lib/runtime/cli/terminal';
import { OperatorError } from '@/lib/runtime/operator-error';

const USAGE = 'Use: npm run --silent keys -- --rotate';

try {
  const { rotate } = readOptions({ rotate: { type: 'boolean' } }, USAGE);
  if (!rotate) throw new OperatorError(USAGE);
  await withDatabase(async () => {
    const service = await import('@/lib/resources/oauth-keys/service');
    await service.rotate(new Date());
  });
  printLines(
    'ID tokens are signed by a new key now. The one before is published for 30 days more.',
  );
} catch (error) {
  reportFailure(error);
}
