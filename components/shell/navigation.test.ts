import { expect, it } from 'vitest';
import { NAVIGATION } from '@/components/shell/navigation';
import { singularOf } from '@/lib/contract/nouns';
import { contracts } from '@/lib/resources/registry';

const created = NAVIGATION.flatMap(({ items }) => items).flatMap(({ path, create }) =>
  create ? [{ path, ...create }] : [],
);

it.each(created)(
  '$label is offered by the permission of what its page calls',
  ({ path, permission }) => {
    const ids = ['', ':custom'].flatMap((part) => [
      `${path}${part}:create`,
      `${singularOf(path)}-endpoints${part}:create`,
    ]);
    const operations = contracts.filter(({ id }) => ids.includes(id));
    expect(operations.map(({ permissions }) => permissions).at(-1)).toEqual([permission]);
  },
);
