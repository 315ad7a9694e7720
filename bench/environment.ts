import { ensureBuild } from '@/lib/runtime/installation/build';
import { type Product, Run, removeFolder, startProduct, temporaryFolder } from '@/testing/product';

const EMAIL = 'bench@example.com';
const TENANTS = { count: 10, email: 'bench-tenants@example.com', subscriptions: 500 };
const WRITES = { slug: 'bench-writes', email: 'bench-writes@example.com', subscriptions: 5000 };

/** An organization with so many subscriptions, and a token for it. */
export interface Dataset {
  readonly slug: string;
  readonly organizationId: string;
  readonly token: string;
  readonly subscriptions: number;
}

/** The built product on scale data. */
export interface Environment {
  readonly product: Product;
  /** The organizations, in the order in which they were asked for. */
  readonly datasets: readonly Dataset[];
  /** One more, for what is written. */
  readonly writes: Dataset;
  /** Organizations of another owner, all of one size. */
  readonly tenants: readonly Dataset[];
  /** A personal token, of the owner of the first ones. */
  readonly token: string;
  /** An address that signs that owner in, once. */
  signInLink(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts the built product on a data directory and fills an organization for each size, unless it is
 * there already. Without a directory it is a temporary one, which goes at the end.
 */
export async function open(sizes: readonly number[], given?: string): Promise<Environment> {
  await ensureBuild(process.cwd(), (line) => console.log(line));
  const dataDir = given ?? (await temporaryFolder());
  const product = await startProduct(dataDir, { LOG_LEVEL: 'error' });
  // The product is a process group of its own: Ctrl-C does not reach it by itself.
  const end = () => process.exit(1);
  const stop = () => product.run.signal('SIGINT');
  process.once('SIGINT', end).once('SIGTERM', end).once('exit', stop);
  const close = async () => {
    process.off('exit', stop);
    await product.run.stop();
    if (given === undefined) await removeFolder(dataDir);
  };
  const command = async (...script: string[]): Promise<string> => {
    const run = new Run(script, { DATA_DIR: dataDir, PORT: String(product.port) });
    if ((await run.ended) !== 0) throw new Error(run.errors);
    return run.output.trim();
  };
  const makeDataset = async ({ slug, email, subscriptions }: typeof WRITES): Promise<Dataset> => {
    const owner = ['--email', email, '--organization', slug];
    const token = await command('token', '--', ...owner, '--organization-token');
    const get = async (path: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await fetch(`${product.url}${path}`, { headers })).json() as Promise<{
        pagination: { total_count: number };
        items: { id: string }[];
      }>;
    };
    const there = (await get('/v1/subscriptions/?limit=1')).pagination.total_count;
    if (there === 0) {
      console.log(`Filling ${slug}…`);
      const wanted = ['--subscriptions', String(subscriptions), '--organization', slug];
      await command('seed', '--', ...wanted);
    } else if (there !== subscriptions && slug !== WRITES.slug) {
      throw new Error(`${slug} has ${there} subscriptions: use another data directory.`);
    }
    const organizationId = (await get('/v1/organizations/')).items[0]?.id ?? '';
    return { slug, organizationId, token, subscriptions };
  };
  try {
    const datasets: Dataset[] = [];
    for (const subscriptions of sizes) {
      datasets.push(
        await makeDataset({ slug: `bench-${subscriptions}`, email: EMAIL, subscriptions }),
      );
    }
    const writes = await makeDataset(WRITES);
    const tenants: Dataset[] = [];
    for (let nth = 1; nth <= TENANTS.count; nth += 1) {
      tenants.push(await makeDataset({ ...TENANTS, slug: `bench-tenant-${nth}` }));
    }
    const token = await command('token', '--', '--email', EMAIL);
    const signInLink = () => command('sign-in-link', '--', '--email', EMAIL);
    return { product, datasets, writes, tenants, token, signInLink, close };
  } catch (error) {
    await close();
    throw error;
  }
}
