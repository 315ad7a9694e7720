import { expect, it, vi } from 'vitest';
import { clearCachesOnServerChange, databaseCache } from '@/lib/database/connection/caches';

const VALUE = { name: 'value' };

it('are cleared once another start of the server is read', () => {
  const cache = databaseCache(2);
  clearCachesOnServerChange('one');
  cache.set('a', VALUE);
  clearCachesOnServerChange('one');
  expect(cache.get('a')).toBe(VALUE);
  clearCachesOnServerChange('another');
  expect(cache.get('a')).toBeUndefined();
});

it('are cleared as well where the module is loaded once more', async () => {
  vi.resetModules();
  const again = await import('@/lib/database/connection/caches');
  expect(again.databaseCache).not.toBe(databaseCache);
  const cache = again.databaseCache(2);
  clearCachesOnServerChange('first');
  cache.set('a', VALUE);
  clearCachesOnServerChange('second');
  expect(cache.get('a')).toBeUndefined();
});
