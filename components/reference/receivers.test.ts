import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RECEIVERS } from '@/components/reference/receivers';
import { freePort } from '@/lib/database/embedded/postmaster';
import { messageBody, messageHeaders } from '@/lib/integrations/webhooks/message';

const SECRET = 'td_whs_of-the-receiver-that-the-guide-shows';
const [node] = RECEIVERS;

/** Runs the guide's receiver for Node as its reader would; resolves with its address and what it prints. */
async function startGuide() {
  const folder = path.resolve('test-results/receivers');
  await mkdir(folder, { recursive: true });
  // Below this folder, so that it finds the library.
  const file = path.join(folder, `${process.pid}.mjs`);
  await writeFile(file, node.code);
  const port = await freePort();
  const env = { ...process.env, TILLDESK_WEBHOOK_SECRET: SECRET, PORT: String(port) };
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill();
  });
  let printed = '';
  child.stdout.on('data', (text: Buffer) => {
    printed += text;
  });
  return { url: `http://127.0.0.1:${port}`, printed: () => printed };
}

test('the receiver of the guide takes what is signed, and nothing else', async () => {
  const { url, printed } = await startGuide();
  const at = new Date();
  const message = {
    id: 'event-1',
    body: messageBody('order.created', at, { id: 'order-1', name: 'Größe' }),
    number: 1,
    isTest: false,
  };
  const post = (headers: Record<string, string>, body = message.body) =>
    fetch(url, { method: 'POST', headers, body }).then(({ status }) => status);
  const signed = messageHeaders(message, at, [SECRET]);
  await expect.poll(() => post(signed).catch(() => null)).toBe(204);
  expect(printed()).toContain('event-1 order.created order-1');
  expect(await post(messageHeaders(message, at, ['another secret, also long', SECRET]))).toBe(204);
  expect(await post(messageHeaders(message, at, ['another secret, also long']))).toBe(400);
  expect(await post(signed, message.body.replace('order-1', 'order-2'))).toBe(400);
  const old = messageHeaders(message, new Date(at.getTime() - 600_000), [SECRET]);
  expect(await post(old)).toBe(400);
});
