import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@/lib/runtime/ids';
import { type Product, Run, removeFolder, startProduct } from '@/testing/product';
import { installedFolder } from '../product/installation';

let folder: string;
beforeAll(async () => {
  folder = await installedFolder();
});
afterAll(() => removeFolder(folder));

/** Runs a product on one data directory for as long as the work takes. */
async function run(settings: Record<string, string>, work: (product: Product) => Promise<void>) {
  const product = await startProduct(path.join(folder, 'data'), settings);
  try {
    await work(product);
  } finally {
    await product.run.stop();
  }
}

async function newToken({ dataDir, port }: Product, ...more: string[]): Promise<string> {
  const made = new Run(['token', '--', '--email', 'ada@example.com', ...more], {
    DATA_DIR: dataDir,
    PORT: String(port),
  });
  await made.ended;
  return made.output.trim();
}

/** Calls `/v1/me` under a name of its own. */
async function callMe({ url }: Product, token: string): Promise<string> {
  const id = newId();
  await fetch(`${url}/v1/me`, {
    headers: { Authorization: `Bearer ${token}`, 'X-Request-Id': id },
  });
  return id;
}

/** The line about a request, once it is written. */
async function lineOf(requestId: string, written: () => string): Promise<Record<string, unknown>> {
  for (;;) {
    const line = written()
      .split('\n')
      .find((text) => text.includes(requestId) && text.endsWith('}'));
    if (line !== undefined) return JSON.parse(line);
    await sleep(20);
  }
}

// Node and npm believe that they write to a terminal.
const TERMINAL = { NODE_OPTIONS: '--import=data:text/javascript,process.stdout.isTTY=true' };

describe('the log', () => {
  test('names who called for which organization and from where, and no secret', async () => {
    await run({}, async (product) => {
      const token = await newToken(product, '--organization', 'quill', '--organization-token');
      const me = await fetch(`${product.url}/v1/me`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      const { organizations } = (await me.json()) as { organizations: { id: string }[] };
      const { output } = product.run;
      const line = await lineOf(await callMe(product, token), () => product.run.output);
      expect(line).toMatchObject({
        level: 'info',
        route: '/v1/me',
        status: 200,
        caller: expect.stringMatching(/^token:[0-9a-f-]{36}$/),
        organization: organizations[0]?.id,
        address: '127.0.0.1',
      });
      expect(output).not.toContain(token);

      const email = `${newId()}@example.com`;
      const password = `a password ${newId()}`;
      const signedUp = await fetch(`${product.url}/api/auth/sign-up/email`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password, name: 'Bo' }),
      });
      const { user } = (await signedUp.json()) as { user: { id: string } };
      const account = signedUp.headers.get('x-request-id') ?? '';
      expect(await lineOf(account, () => product.run.output)).toMatchObject({
        route: '/api/auth/sign-up/email',
        address: '127.0.0.1',
      });
      const cookie = signedUp.headers.getSetCookie().join('; ');
      const id = newId();
      await fetch(`${product.url}/v1/me`, { headers: { cookie, 'X-Request-Id': id } });
      const bySession = await lineOf(id, () => product.run.output);
      expect(bySession).toMatchObject({ caller: `user:${user.id}` });
      for (const secret of [token, email, password]) {
        expect(product.run.output).not.toContain(secret);
      }
    });
  });

  test('on a terminal shows no requests, which go to a file that its owner alone reads', async () => {
    await run(TERMINAL, async (product) => {
      const file = path.join(product.dataDir, 'logs/requests.log');
      await product.run.until(file);
      const written = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
      const id = await callMe(product, await newToken(product));
      expect(await lineOf(id, written)).toMatchObject({ route: '/v1/me', status: 200 });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(product.run.output).toContain('Tilldesk is ready');
      expect(product.run.output).not.toContain('"request"');
    });
  });

  test('is written for nobody once its readers are gone: the product serves, and stops when it is told', async () => {
    const printing = `setInterval(()=>console.error('a\\u0020line'),20).unref()`;
    const onlyThere = `if(process.argv[1].endsWith('run.mjs'))${printing}`;
    const settings = {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(onlyThere)}`,
    };
    await run(settings, async (product) => {
      await expect.poll(() => product.run.errors).toContain('a line');
      product.run.closeOutput();
      for (let count = 0; count < 10; count++) {
        const { status } = await fetch(`${product.url}/v1/me`);
        expect(status).toBe(401);
      }
      expect(await product.run.stop()).toBe(0);
    });
  });

  test('on a terminal shows requests where LOG_LEVEL says so, and no address where it must not', async () => {
    const settings = { ...TERMINAL, LOG_LEVEL: 'info', LOG_CLIENT_ADDRESS: 'off' };
    await run(settings, async (product) => {
      const line = await lineOf(await callMe(product, 'none'), () => product.run.output);
      expect(line).toMatchObject({ route: '/v1/me', status: 401 });
      expect(line).not.toHaveProperty('address');
    });
  });
});
