import { expect, it } from 'vitest';
import { methodNotAllowed } from '@/lib/server/refusal';

it('names the methods that a path allows', () => {
  expect(methodNotAllowed(['POST', 'GET'])).toEqual({
    status: 405,
    error: 'MethodNotAllowed',
    detail: "This path doesn't support this method. The Allow header lists those it does.",
    headers: { Allow: 'GET, POST' },
  });
});
