import { parseArgs } from 'node:util';
import { numberFormat } from '@/lib/contract/formats';
import { withDatabase } from '@/lib/runtime/cli/database';
import { printLines, reportFailure } from '@/lib/runtime/cli/terminal';
import { env } from '@/lib/runtime/env';
import { ensureDemo } from '@/lib/runtime/installation/demo';
import { messageOf, OperatorError } from '@/lib/runtime/operator-error';

// npm run seed: creates the demo seller and organization in the configured or the embedded database, again
// where they exist, with a new password. With --subscriptions: a catalogue and sales at scale, in an
// organization of the demo seller or the given one.

const count = numberFormat({});
const USAGE = 'Use: npm run seed -- [--subscriptions <number> [--organization <slug>]]';
const MAX_SUBSCRIPTIONS = 10_000_000;

try {
  const wanted = readArguments();
  await withDatabase((database) => (wanted ? fill(wanted, database) : makeDemo(database)));
} catch (error) {
  reportFailure(error);
}

interface Wanted {
  subscriptions: number;
  slug: string | undefined;
}

/** Null for the demo alone. */
function readArguments(): Wanted | null {
  const { subscriptions, organization: slug } = parse();
  if (subscriptions === undefined) {
    if (slug === undefined) return null;
    throw new OperatorError(`Say how many with --subscriptions <number>. ${USAGE}`);
  }
  const number = /^\d+$/.test(subscriptions) ? Number(subscriptions) : 0;
  if (number < 1 || number > MAX_SUBSCRIPTIONS) {
    throw new OperatorError(
      `--subscriptions takes a whole number from 1 to ${count(MAX_SUBSCRIPTIONS)}. ${USAGE}`,
    );
  }
  return { subscriptions: number, slug };
}

function parse() {
  const options = { subscriptions: { type: 'string' }, organization: { type: 'string' } } as const;
  try {
    return parseArgs({ options, allowPositionals: false }).values;
  } catch (error) {
    throw new OperatorError(`${messageOf(error)}. ${USAGE}`);
  }
}

/**
 * Creates the demo, replacing an existing one. The next start with the embedded database finds it complete.
 */
async function makeDemo({ embedded }: { embedded: boolean }): Promise<void> {
  const { seedDemo } = await import('@/demo/seed');
  const { DATA_DIR, DATABASE_URL = '' } = env();
  let made: Awaited<ReturnType<typeof seedDemo>> = null;
  const seed = async () => {
    made = await seedDemo();
    return made;
  };
  if (embedded) await ensureDemo(DATA_DIR, DATABASE_URL, seed);
  const demo = made ?? (await seedDemo());
  if (!demo) throw new OperatorError('Another organization has the slug "demo".');
  printLines(`Sign in as ${demo.email}, password ${demo.password}`);
}

async function fill({ subscriptions, slug }: Wanted, database: { embedded: boolean }) {
  const { findScaleOrganization, hasDemo } = await import('@/demo/scale/organization');
  const { fillWithSales } = await import('@/demo/scale/fill');
  if (slug === undefined && !(await hasDemo())) await makeDemo(database);
  const begun = Date.now();
  const organization = await findScaleOrganization(slug);
  if (!organization) throw new OperatorError(`No organization has the slug ${slug}.`);
  printLines(
    `Adding ${count(subscriptions)} subscriptions to the organization ${organization.slug}.`,
  );
  await fillWithSales({
    organizationId: organization.id,
    subscriptions,
    now: new Date(),
    onProgress: (written) =>
      printLines(
        written < subscriptions ? `  ${count(written)}` : `  ${count(written)}, tidying up`,
      ),
  });
  printLines(`Done in ${((Date.now() - begun) / 1000).toFixed(1)} s.`);
}
