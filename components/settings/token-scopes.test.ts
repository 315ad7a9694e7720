import { expect, it } from 'vitest';
import {
  accessOf,
  PERMISSION_GROUPS,
  READING,
  withPermission,
} from '@/components/settings/token-scopes';
import { contracts } from '@/lib/resources/registry';

it('a token can be given every permission that an operation needs, and no other', () => {
  // Sessions alone use `web_default`; `admin` is a choice of its own; apps alone ask who somebody is.
  const needed = new Set<string>(contracts.flatMap(({ permissions }) => permissions));
  const others = ['web_default', 'admin', 'openid', 'profile', 'email', 'user:read'];
  for (const own of others) needed.delete(own);
  const offered = PERMISSION_GROUPS.flatMap(({ read, write }) => [read, write]).filter(Boolean);
  expect(offered.sort()).toEqual([...needed].sort());
});

it('writing replaces reading, and taking reading away takes both', () => {
  const products = { label: 'Products', read: 'products:read', write: 'products:write' } as const;
  const reading = withPermission(['orders:read'], products, 'read');
  expect(reading).toEqual(['orders:read', 'products:read']);
  const writing = withPermission(reading, products, 'write');
  expect(writing).toEqual(['orders:read', 'products:write']);
  expect(withPermission(writing, products, 'none')).toEqual(['orders:read']);
});

it('says what scopes allow by their groups', () => {
  expect(accessOf(['orders:write', 'products:read', 'files:read'])).toEqual([
    ['Reads and writes', ['Orders, refunds']],
    ['Reads', ['Products', 'Files']],
  ]);
  expect(accessOf([...READING, 'admin'])).toEqual([
    ['Reads everything', []],
    ['Manages tokens and members', []],
  ]);
});
