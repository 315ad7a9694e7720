import { expect, test } from 'vitest';
import { GET } from '@/app/avatars/[file]/route';
import { avatarUrl } from '@/lib/resources/avatars/serialize';

function open(address: string): Promise<Response> {
  const file = new URL(address).pathname.replace('/avatars/', '');
  return GET(new Request(address), { params: Promise.resolve({ file }) });
}

test('an avatar is served from the public address, for ever, and can do nothing', async () => {
  const address = avatarUrl({ email: 'ada@example.com', name: 'Ada Lovelace' });
  expect(address).toMatch(/^http:\/\/localhost:3000\/avatars\/[0-9a-f]{28}\.svg$/);
  const response = await open(address);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await response.text()).toContain('>AL</text>');
});

test('a malformed name is 404', async () => {
  expect((await open('http://localhost:3000/avatars/ada.svg')).status).toBe(404);
});
