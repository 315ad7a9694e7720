import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished, test } from 'vitest';
import { isAllowed } from '@/lib/integrations/outgoing/addresses';
import { type OutgoingRequest, sendRequest } from '@/lib/integrations/outgoing/request';
import { startReceiver } from '@/testing/receiver';

function post(url: string, more: Partial<OutgoingRequest> = {}) {
  return sendRequest({
    url,
    headers: { 'content-type': 'application/json' },
    body: '{"ü":1}',
    rule: 'public_or_loopback',
    timeoutMs: 5000,
    maxBytes: 1024,
    ...more,
  });
}

test.each([
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '127.0.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '240.0.0.1',
  '198.18.0.1',
  '192.0.2.1',
  '::1',
  '::',
  '::ffff:8.8.8.8',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b:1::a00:1',
  '::a00:1',
  'fe80::1',
  'fc00::1',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
  '2002:a00:1::',
  '100::1',
  'no address',
])('%s is not public', (address) => {
  expect(isAllowed(address, 'public')).toBe(false);
});

test.each(['8.8.8.8', '2606:4700::1111'])('%s is public', (address) => {
  expect(isAllowed(address, 'public')).toBe(true);
});

test.each(['127.0.0.1', '127.1.2.3', '::1'])('%s is loopback', (address) => {
  expect(isAllowed(address, 'public_or_loopback')).toBe(true);
});

it('gives the answer, whatever its status', async () => {
  const { url, received } = await startReceiver((_request, response) => {
    response.writeHead(503, { 'x-one': ['1', '2'] }).end('Later.');
  });
  expect(await post(`${url}/hooks?a=1`)).toEqual({
    outcome: 'answered',
    status: 503,
    headers: expect.objectContaining({ 'x-one': '1, 2' }),
    body: Buffer.from('Later.'),
    isCut: false,
  });
  expect(received).toMatchObject([{ path: '/hooks?a=1', body: '{"ü":1}' }]);
});

it.each([
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.0.0.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://localhost:PORT/',
  'http://localhost.:PORT/',
  'http://any.localhost:PORT/',
])('%s is refused where loopback is, and gets nothing', async (url) => {
  const { url: own, received } = await startReceiver();
  const answer = await post(url.replace('PORT', new URL(own).port), { rule: 'public' });
  expect(answer).toMatchObject({ outcome: 'address_refused' });
  expect(received).toEqual([]);
});

it('reaches this computer by its name where loopback is allowed', async () => {
  const { url } = await startReceiver();
  const answer = await post(url.replace('127.0.0.1', 'localhost'));
  expect(answer).toMatchObject({ outcome: 'answered', status: 200 });
});

it('follows no redirect', async () => {
  const other = await startReceiver();
  const { url } = await startReceiver((_request, response) => {
    response.writeHead(307, { location: other.url }).end();
  });
  expect(await post(url)).toMatchObject({ outcome: 'answered', status: 307 });
  expect(other.received).toEqual([]);
});

it('keeps the beginning of a long answer and does not read the rest', async () => {
  const { url } = await startReceiver((_request, response) => {
    response.writeHead(200);
    const chunk = 'x'.repeat(100_000);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  });
  const answer = await post(url);
  expect(answer).toMatchObject({ outcome: 'answered', isCut: true });
  if (answer.outcome === 'answered') expect(answer.body.toString()).toBe('x'.repeat(1024));
});

it('decompresses nothing', async () => {
  const { url } = await startReceiver((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip');
  });
  expect(await post(url)).toMatchObject({ body: Buffer.from('no gzip') });
});

it.each([
  ['never answers', () => {}],
  [
    'drips',
    (response: { write(text: string): unknown; destroyed: boolean }) => {
      const timer = setInterval(() => {
        if (response.destroyed) clearInterval(timer);
        else response.write('.');
      }, 20);
    },
  ],
] as const)('gives up a receiver that %s', async (_what, answer) => {
  const { url } = await startReceiver((_request, response) => answer(response));
  const error = 'No complete answer within 0.3 seconds.';
  expect(await post(url, { timeoutMs: 300 })).toEqual({ outcome: 'timed_out', error });
});

it('says why nothing could be reached', async () => {
  const { url } = await startReceiver((_request, response) => response.destroy());
  expect(await post(url)).toEqual({
    outcome: 'unreachable',
    error: 'The connection was reset before an answer.',
  });
  expect(await post('http://127.0.0.1:1/')).toEqual({
    outcome: 'unreachable',
    error: 'Nothing listens there: the connection was refused.',
  });
});

it('gives up a receiver that changes the protocol', async () => {
  const server = createServer((socket) => {
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    );
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ outcome: 'unreachable' });
});

it('is broken off by its signal', async () => {
  const { url } = await startReceiver(() => {});
  const stopping = new AbortController();
  const answer = post(url, { signal: stopping.signal });
  setTimeout(() => stopping.abort(), 50);
  expect(await answer).toMatchObject({ outcome: 'aborted' });
});
