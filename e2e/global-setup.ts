import path from 'node:path';
import { ensureBuild } from '@/lib/runtime/installation/build';
import { DiscordDouble, listenAsDiscord } from '@/testing/discord/server';
import { GitHubDouble, listenAsGitHub } from '@/testing/github/server';
import { copyInstallation, isInstalled } from '@/testing/installation';
import { removeFolder, startProduct, temporaryFolder } from '@/testing/product';
import { StripeDouble } from '@/testing/stripe/double';
import { listenAsStripe } from '@/testing/stripe/server';
import { compileSchemas } from '@/testing/stripe/validate';
import { ownTemporaryDirectory } from '@/testing/temporary-directory';
import { findBrowser } from './browser';

/** Builds the product, starts it on a folder of its own, and finds a browser. */
export default async function setUp(): Promise<() => Promise<void>> {
  const removeTemporary = await ownTemporaryDirectory();
  const folder = await temporaryFolder();
  process.env.E2E_BROWSER = await findBrowser(folder);
  const remove = async () => {
    await removeFolder(folder);
    await removeTemporary();
  };
  if (process.env.E2E_URL) return remove;
  await ensureBuild(process.cwd(), (line) => process.stdout.write(`${line}\n`));
  compileSchemas();
  const [gitHub, discord, stripe] = await Promise.all([
    listenAsGitHub(new GitHubDouble()),
    listenAsDiscord(new DiscordDouble()),
    listenAsStripe(new StripeDouble()),
  ]);
  const outside = {
    GITHUB_API_URL: gitHub.url,
    DISCORD_API_URL: discord.url,
    STRIPE_API_BASE: stripe.url,
    STRIPE_JS_URL: stripe.script,
  };
  // One proxy is believed, so that each seller of a test can come from an address of his own.
  const settings = { TRUST_PROXY: '1', ...outside };
  const dataDir = path.join(folder, 'data');
  const installation = process.env.TEST_INSTALLATION;
  if (installation && isInstalled(installation)) await copyInstallation(installation, dataDir);
  const product = await startProduct(dataDir, settings);
  Object.assign(process.env, outside);
  process.env.E2E_URL = product.url;
  process.env.E2E_DATA = product.dataDir;
  return async () => {
    await product.run.stop();
    gitHub.stop();
    discord.stop();
    await stripe.stop();
    await remove();
  };
}
