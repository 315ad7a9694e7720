import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { clientAddress } from '@/lib/runtime/client-address';
import { gate } from '@/lib/server/gate';
import { routeTable } from '@/lib/server/routes';

/** As long as the part of a file may be. */
const MAX_UPLOAD = 10 * 1024 * 1024;
const routes = routeTable([
  { method: 'GET', path: '/v1/products/' },
  { method: 'POST', path: '/v1/products/', auth: 'seller' },
  { method: 'GET', path: '/v1/products/export' },
  { method: 'PATCH', path: '/v1/products/{id}' },
]);

const assets = new Set(['/_next/static/chunks/main.js', '/_next/static/chunks/[id].js']);
const passing = { routes, assets, maxUploadBytes: MAX_UPLOAD };

function pass(method: string, url: string, headers: Record<string, string> = {}) {
  const decision = gate({ method, url, headers } as IncomingMessage, passing);
  return decision.preflight ? 'preflight' : (decision.refusal?.status ?? 'next');
}

test.each([
  ['GET', '/v1/products', 'next'],
  ['GET', '/v1/products/', 'next'],
  ['HEAD', '/v1/products/?page=1', 'next'],
  ['OPTIONS', '/v1/products/', 'preflight'],
  ['PATCH', '/v1/products/anything', 'next'],
  ['GET', '/', 'next'],
  ['GET', '/sign-in?next=%2Fdashboard', 'next'],
  ['DELETE', '/v1/products', 405],
  ['HEAD', '/v1/products/anything', 405],
  ['PATCH', '/v1/products/export', 405],
  ['TRACE', '/v1/products', 405],
  ['TRACE', '/', 405],
  ['GET', '/v1', 404],
  ['GET', '/v1/', 404],
  ['GET', '/v1//products', 404],
  ['GET', '/v1/products//', 404],
  ['GET', '/v1/unknown', 404],
  ['GET', '/%761/products', 404],
  ['GET', '/_next/image?url=%2Fmedia%2F1&w=64&q=75', 404],
  ['GET', '/_next/image/', 404],
  ['HEAD', '/_next/%69mage', 404],
  ['GET', '/%5Fnext/image', 404],
  ['GET', '/_next%2Fimage?url=x', 404],
  ['GET', '//_next//image', 404],
  ['POST', '/_next/image%3Furl=x', 404],
  ['GET', '/_next/static/chunks/main.js', 'next'],
  ['HEAD', '/_next/static/chunks/main.js?v=1', 'next'],
  ['GET', '/_next/static/chunks/%5Bid%5D.js', 'next'],
  ['GET', '/_next/static/chunks/other.js', 404],
  ['GET', '/_next/static//chunks/main.js', 404],
  ['GET', '//_next/static/chunks/main.js', 404],
  ['GET', '/%5Fnext/static/chunks/other.js', 404],
  ['GET', '/_next/anything', 404],
  ['GET', '/_next/data/build/index.json', 404],
  ['POST', '/_next', 404],
  ['GET', '/_nextdoor', 'next'],
  ['GET', '/v1/%zz', 400],
  ['GET', '/v1/products?query=%ff', 400],
  ['GET', '/v1/products/%2e%2E', 400],
  ['GET', '/v1\\products', 400],
  ['GET', 'http://elsewhere.example.com/v1/products', 400],
])('%s %s → %s', (method, url, expected) => {
  expect(pass(method, url)).toBe(expected);
});

test('development serves any file below /_next/ but pictures', () => {
  const open = { ...passing, assets: null };
  const statusOf = (url: string) =>
    gate({ method: 'GET', url, headers: {} } as IncomingMessage, open).refusal?.status;
  expect(statusOf('/_next/static/chunks/other.js')).toBeUndefined();
  expect(statusOf('/_next/image?url=x')).toBe(404);
});

test.each([
  ['/_next/static/chunks/main.js', 'none'],
  ['/_next/static/chunks/other.js', undefined],
  ['/avatars/one.svg', 'none'],
  ['/invoices/token.pdf', 'pdf'],
  ['/invoices/token%2Epdf?x', 'pdf'],
  ['/invoices/token/pdf/', 'pdf'],
  ['/invoices/token', undefined],
  ['/v1/products', undefined],
])('%s counts for the limit: %s', (url, limit) => {
  const decision = gate({ method: 'GET', url, headers: {} } as IncomingMessage, passing);
  expect(decision.limit).toBe(limit);
});

test.each([
  ['/media/1', true],
  ['/ads/1.json', true],
  ['/ads/1/view.gif', true],
  ['/ads/1/images/2', true],
  ['/ads/1.html', false],
  ['/dashboard/ads', false],
])('%s serves content that may do nothing in a browser: %s', (url, content) => {
  const decision = gate({ method: 'GET', url, headers: {} } as IncomingMessage, passing);
  expect(decision.content).toBe(content);
});

test('a refused method is told which ones there are', () => {
  const { refusal } = gate(
    { method: 'PUT', url: '/v1/products', headers: {} } as IncomingMessage,
    passing,
  );
  expect(refusal?.headers?.Allow).toBe('GET, HEAD, OPTIONS, POST');
});

test('a body that says it is longer than it may be is refused at once', () => {
  expect(pass('POST', '/v1/products', { 'content-length': '1048576' })).toBe('next');
  expect(pass('POST', '/v1/products', { 'content-length': '1048577' })).toBe(413);
  for (const [method, url] of [
    ['POST', '/api/auth/sign-in/email'],
    ['PATCH', '/v1/products/anything'],
    ['GET', '/'],
  ] as const) {
    expect(pass(method, url, { 'content-length': '65536' })).toBe('next');
    expect(pass(method, url, { 'content-length': '65537' })).toBe(413);
  }
  const delivery = '/webhooks/stripe/0197f0c0-0000-7000-8000-000000000000';
  expect(pass('POST', delivery, { 'content-length': '1048576' })).toBe('next');
  expect(pass('POST', delivery, { 'content-length': '1048577' })).toBe(413);
  expect(pass('PUT', '/uploads/token', { 'content-length': '10485760' })).toBe('next');
  expect(pass('PUT', '/uploads/token', { 'content-length': '10485761' })).toBe(413);
});

test('a client has the address that the last believed proxy saw', () => {
  const request = {
    headers: { 'x-forwarded-for': 'forged, 203.0.113.7, 10.0.0.1' },
    socket: { remoteAddress: '::ffff:10.0.0.2' },
  } as unknown as IncomingMessage;
  const seen = [0, 1, 2, 3].map((proxies) => clientAddress(request, proxies));
  expect(seen).toEqual(['10.0.0.2', '10.0.0.1', '203.0.113.7', '10.0.0.2']);
});
