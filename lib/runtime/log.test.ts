import { expect, test } from 'vitest';
import { redact } from '@/lib/runtime/log';

test('no token, secret, key or email address gets into the log', () => {
  const error = Object.assign(new Error('duplicate for ann@example.com'), {
    code: '23505',
    detail: 'Key (email)=(ann@example.com) already exists.',
  });
  const logged = JSON.stringify(
    redact({
      err: error,
      email: 'ann@example.com',
      headers: { authorization: 'Bearer td_pat_abc', cookie: 'session=abc' },
      list: ['td_cst_abc', { customer_session_token: 'abc', license_key: 'abc' }],
      url: 'postgresql://postgres:abc@localhost/tilldesk',
    }),
  );
  expect(logged).not.toMatch(/abc|ann@/);
  expect(logged).toContain('23505');
});

test('what is harmless stays as it is', () => {
  const fields = { route: '/v1/products/{id}', status: 200, at: new Date(0), none: null };
  expect(redact(fields)).toEqual(fields);
});
