import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { call } from '@/lib/client/client';
import { createQueryClient } from '@/lib/client/queries';
import { noteVersion, versionOf, withVersion } from '@/lib/client/versions';
import { getOrganization, updateOrganization } from '@/lib/resources/organizations/contract';

const KEY = ['organizations', 'id'];

it('an answer has the version of its ETag, which the next command sends', async () => {
  const sent: Request[] = [];
  const options = {
    baseUrl: 'https://shop.example.com',
    fetch: async (request: Request) => {
      sent.push(request);
      return new Response('{"id":"x"}', { headers: { ETag: `"${sent.length}"` } });
    },
  };
  const params = { id: 'x' };
  const read = await call(getOrganization, { params }, options);
  expect(versionOf(read)).toBe('"1"');
  await call(updateOrganization, { params, body: {} }, { ...options, ifMatch: versionOf(read) });
  expect(sent.map(({ headers }) => headers.get('if-match'))).toEqual([null, '"1"']);
});

it('a weak ETag, and an item of a list, is no version', () => {
  const answer = { items: [{ id: 'x' }] };
  noteVersion(answer, 'W/"1"');
  expect(versionOf(answer)).toBeUndefined();
  noteVersion(answer, '"1"');
  expect(versionOf(answer.items[0])).toBeUndefined();
});

it('the cache keeps the version of the latest answer, also where the answer is the same as before', () => {
  const client = createQueryClient();
  const kept = [1, 2].map((version) => {
    const answer = { id: 'x', name: 'Paper' };
    noteVersion(answer, `"${version}"`);
    return client.setQueryData(KEY, answer);
  });
  expect(kept[1]).toBe(kept[0]);
  expect(versionOf(client.getQueryData(KEY))).toBe('"2"');
});

it('an answer that the server has prefetched has its version in the browser', () => {
  const server = new QueryClient();
  const answer = { id: 'x' };
  noteVersion(answer, '"7"');
  server.setQueryData(KEY, answer);
  const state = JSON.parse(JSON.stringify(dehydrate(server, { serializeData: withVersion })));
  const browser = createQueryClient();
  hydrate(browser, state);
  expect(browser.getQueryData(KEY)).toEqual({ id: 'x' });
  expect(versionOf(browser.getQueryData(KEY))).toBe('"7"');
});
