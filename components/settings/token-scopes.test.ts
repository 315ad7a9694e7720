import { expect, it } from 'vitest';
import { accessOf, READING, SCOPE_GROUPS, withScope } from '@/components/settings/token-scopes';
import { contracts } from '@/lib/resources/registry';

it('a token can be given every scope that an operation needs, and no other', () => {
  // Sessions alone use `web_default`; `admin` is a choice of its own.
  const needed = new Set<string>(contracts.flatMap(({ scopes }) => scopes));
  for (const scope of ['web_default', 'admin']) needed.delete(scope);
  const offered = SCOPE_GROUPS.flatMap(({ read, write }) => [read, write]).filter(Boolean);
  expect(offered.sort()).toEqual([...needed].sort());
});

it('writing replaces reading, and taking reading away takes both', () => {
  const products = { label: 'Products', read: 'products:read', write: 'products:write' } as const;
  const reading = withScope(['orders:read'], products, 'read');
  expect(reading).toEqual(['orders:read', 'products:read']);
  const writing = withScope(reading, products, 'write');
  expect(writing).toEqual(['orders:read', 'products:write']);
  expect(withScope(writing, products, 'none')).toEqual(['orders:read']);
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
